// SPDX-License-Identifier: Apache-2.0
// Players that go on although their preset says something else of them.

import ControlTower
import RigModel
import SoundFiles

extension PlayerControl {
  /// Has players that stay do what the preset says of them now and did not say before, when it had
  /// these sources: where they are, and what else their users have done, stays.
  func follow(_ session: LiveChannel, since sources: [Source]) {
    for edit in session.preset.sources.players(since: sources) {
      let (before, now) = (edit.before, edit.now)
      guard let player = session.players[edit.index], before.file == now.file else { continue }
      player.file.level = now.loudness.map(TrackLevel.init)
      if let playlist = now.playlist {
        player.file.tracks.follow(playlist)
        player.file.lookAtOrder()
      } else {
        player.file.loops = now.loops
      }
      // A cue point is meant for the file that the preset names.
      if before.cuePoint != now.cuePoint, player.track.track.path == now.file {
        session.players[edit.index]?.cuePoint = now.cuePoint
      }
      guard before.startsPlaying != now.startsPlaying, !player.hasEnded else { continue }
      follow(now.startsPlaying, player.source, of: session)
    }
  }

  /// Has a player play or wait, or do that later where the rig has paused its session.
  private func follow(_ plays: Bool, _ source: String, of session: LiveChannel) {
    // One that asks the tower for something else is not known there at this moment.
    let state = towerControl.tower.session(session.id)
    let isHeld = state.map { $0.isPaused && !$0.isPausedByUser } ?? session.settings.isHeld
    guard isHeld else { return set([source], of: session, toPlay: plays) }
    session.settings.stopped.removeAll { $0 == source }
    if plays { session.settings.stopped.append(source) }
  }
}
