// SPDX-License-Identifier: Apache-2.0
// Files that have been written again under their names: a reload plays them in their new form.

import ControlTower
import Presets
import Quantities
package import RigErrors
import SoundFiles

extension PlayerControl {
  /// How long a disk may take to say which file has a name; of one that takes longer nothing is known.
  private static var patience: Seconds { Seconds(2) }

  /// Asks the disks which players play what is not the file of that name any more; others go on meanwhile.
  ///
  /// - Throws: why a file that has another one's name can't be played.
  package nonisolated(nonsending) func lookForReplacements() async throws(RigError) {
    for session in live.strips {
      for index in session.players.indices {
        guard let file = session.players[index]?.file else { continue }
        let found = try await BackgroundQueue.shared.performAtOnce(patience: Self.patience) {
          () throws(RigError) in
          do throws(SoundFileError) { return try file.replacement() } catch {
            throw .data(error.description)
          }
        }
        guard session.players[index]?.file === file else { continue }
        session.players[index]?.replacement = found ?? .none
      }
    }
  }

  /// Lets players begin anew whose files have been written again; one that plays goes over to the new form.
  package func goOverToReplacements() {
    for session in live.strips {
      for index in session.players.indices where session.players[index]?.replacement == .fitting {
        session.players[index]?.replacement = .none
        do throws(RigError) {
          try jump(index, of: session, to: nil)
        } catch {
          hooks.complain("\(error.message).")
        }
      }
    }
  }
}

extension PlayerControl {
  /// Has players that stay do what the preset says of them now and did not say before, when it had these sources: where they
  /// are, and what else their users have done, stays.
  func follow(_ session: LiveSession, since sources: [Source]) {
    for (index, source) in session.preset.sources.enumerated() {
      guard let player = session.players[index],
        let old = sources.first(where: { $0.name == source.name }),
        case .player(let before) = old.kind, case .player(let now) = source.kind,
        before.file == now.file
      else { continue }
      player.file.loops = now.loops
      if before.cuePoint != now.cuePoint { session.players[index]?.cuePoint = now.cuePoint }
      guard before.startsPlaying != now.startsPlaying, !player.hasEnded else { continue }
      follow(now.startsPlaying, source.name, of: session)
    }
  }

  /// Has a player play or wait, or do that later where the rig has paused its session.
  private func follow(_ plays: Bool, _ source: String, of session: LiveSession) {
    // One that asks the tower for something else is not known there at this moment.
    let state = towerControl.tower.session(session.preset.configuration.id)
    let isHeld = state.map { $0.isPaused && !$0.isPausedByUser } ?? session.settings.isHeld
    guard isHeld else { return set([source], of: session, toPlay: plays) }
    session.settings.stopped.removeAll { $0 == source }
    if plays { session.settings.stopped.append(source) }
  }
}

extension LiveSession {
  /// Refuses cue points of another preset that lie outside of the files of players that go on.
  func checkCuePoints(of other: Session) throws(RigError) {
    for source in other.sources {
      guard case .player(let now) = source.kind,
        let place = preset.sources.firstIndex(where: { $0.name == source.name }),
        case .player(let before) = preset.sources[place].kind,
        let player = players[place], player.replacement == .none,
        before.file == now.file, before.cuePoint != now.cuePoint
      else { continue }
      do throws(SoundFileError) {
        try player.file.check(now.cuePoint)
      } catch {
        throw .data(error.description)
      }
    }
  }
}

extension LiveSession {
  /// Whether a file that one of its players plays has other channels by now, so that the player has no room for it.
  var hasOutgrownPlayers: Bool {
    players.contains { $0?.replacement == .otherChannels }
  }
}
