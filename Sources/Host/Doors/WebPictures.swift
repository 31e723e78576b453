// SPDX-License-Identifier: Apache-2.0
// The pictures of what players play, for browsers.

import Quantities
import RigEngine
import RigErrors
import SoundFiles
import WebServer

/// Finds the pictures of what the players of a rig play.
struct WebPictures {
  /// How long a disk is waited for that has to give a picture.
  private static let patience = Seconds(2)

  weak let host: RigHost?

  /// The picture of what a player plays, as far as the disk gives it at once.
  func picture(of session: String, _ source: String?) async -> WebPicture {
    guard let host else { return .none }
    let playing: (file: SoundFilePlayer, track: HeardTrack)
    do throws(RigError) {
      playing = try await track(of: session, source, host)
    } catch {
      return .refused(error.message)
    }
    var found = playing.file.artwork(of: playing.track)
    if case .unknown = found {
      let read = await BackgroundQueue.shared.performAtOnce(patience: Self.patience) {
        playing.file.readArtwork(of: playing.track)
      }
      found = read ?? .reading
    }
    guard case .known(let artwork) = found else { return .reading }
    return artwork.map { .picture(type: $0.type, $0.bytes) } ?? .none
  }

  private func track(
    of session: String,
    _ source: String?,
    _ host: isolated RigHost
  ) throws(RigError) -> (file: SoundFilePlayer, track: HeardTrack) {
    let player = try host.runningEngine().players.find(session, source).player
    return (player.file, player.track)
  }
}
