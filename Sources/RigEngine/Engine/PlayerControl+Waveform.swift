// SPDX-License-Identifier: Apache-2.0
// The waveforms of what players play.

package import RigErrors
package import SoundFiles

extension PlayerControl {
  /// A player, and the waveform of its track as far as it is known; the disk is not asked.
  ///
  /// - Throws: that there is no such player, or that it plays a stream.
  package func waveform(
    _ session: String,
    _ source: String?
  ) throws(RigError) -> (player: LivePlayer, waveform: KnownWaveform) {
    let (channel, _, player) = try find(session, source)
    let track = player.track
    try channel.checkTrack(of: player.source)
    guard !track.track.isStream else {
      throw .refused("\(track.track.shownPath) is a stream, which has no waveform.")
    }
    return (player, player.file.waveform(of: track))
  }
}
