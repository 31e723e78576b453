// SPDX-License-Identifier: Apache-2.0
// What players play and where they are in it, kept from run to run where a preset wants that.

import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigModel
import SoundFiles

/// What a rig restores of its players (`remember: [ players ]`).
///
/// It counts while the preset names the same file or list as then. Places are written twice a
/// second while something plays, and survive the end of the program so; all else survives a power
/// cut.
///
/// > Threading: Control.
final class PlayerStore {
  private let file: StateFile
  private var kept: Document
  /// When a place was written last.
  private var lastMove = MonotonicTime.now

  /// How often places are written.
  private static let pace = Seconds(0.4)

  init(in folder: String, report: @escaping @Sendable (String) -> Void) {
    file = StateFile("players.json", in: folder, report: report)
    kept = file.read(Document.self) ?? Document()
  }

  private struct Document: Codable, Hashable {
    var version = 1
    /// By the paths of the players.
    var players: [String: Entry] = [:]

    /// Without what changes by itself.
    var still: Document {
      Document(
        players: players.mapValues {
          Entry(preset: $0.preset, file: $0.file, queue: $0.queue, place: $0.place)
        }
      )
    }
  }

  fileprivate struct Entry: Codable, Hashable {
    /// The file or list that the preset named then.
    var preset: String
    /// The file that is played, where that is no list.
    var file: String?
    /// What is queued behind it.
    var queue: [Track]?
    /// The place in the list.
    var place: TrackPlace?
    var position_seconds = 0.0
    var isPlaying = false
  }

  /// What the players of `rig` go on with, by their paths.
  func tracks(for rig: Rig) -> [String: KeptTrack] {
    var tracks: [String: KeptTrack] = [:]
    for (path, preset) in rig.rememberedPlayers {
      guard let entry = kept.players[path], entry.preset == preset else { continue }
      let content: KeptTrack.Content
      if let place = entry.place {
        content = .place(preset, place)
      } else if let file = entry.file {
        content = .file(file)
      } else {
        continue
      }
      tracks[path] = KeptTrack(
        content,
        position: Seconds(max(0, entry.position_seconds)),
        isPlaying: entry.isPlaying,
        waiting: entry.queue ?? []
      )
    }
    return tracks
  }

  /// Writes down what has changed; what of a player that is not there now is kept.
  func keep(_ engine: Engine, of rig: Rig) {
    let wanted = rig.rememberedPlayers
    guard !wanted.isEmpty, !engine.tower.isServerLost else { return }
    var document = kept
    for session in engine.live.sessions {
      for case let player? in session.players {
        let path = RigPath.Branch.sources.path(of: session.name, player.source)
        guard let preset = wanted[path] else { continue }
        var place = player.place
        // What the rig has paused was to play.
        if session.settings.stopped.contains(player.source) { place?.isPlaying = true }
        document.players[path] = place.map { Entry($0, of: preset) }
      }
    }
    guard document != kept || file.failure != nil else { return }
    let isMove = document.still == kept.still
    let now = MonotonicTime.now
    guard !isMove || now.elapsed(since: lastMove) > Self.pace else { return }
    (kept, lastMove) = (document, now)
    file.write(document, durably: !isMove)
  }

  /// Returns once everything is on the disk; says why it is not, if something is not.
  @discardableResult
  func settle() -> String? { file.settle() }
}

extension PlayerStore.Entry {
  fileprivate init(_ kept: KeptTrack, of preset: String) {
    self.preset = preset
    switch kept.content {
    case .file(let path): (file, queue) = (path, kept.waiting.isEmpty ? nil : kept.waiting)
    case .place(_, let place): self.place = place
    case .list: break
    }
    position_seconds = kept.position?.value ?? 0
    isPlaying = kept.isPlaying == true
  }
}

extension Rig {
  /// The players whose places are restored, by their paths, with what the preset has them play.
  fileprivate var rememberedPlayers: [String: String] {
    var players: [String: String] = [:]
    for session in sessions where remembers(.players, of: session) {
      for source in session.channel.sources {
        guard case .player(let player) = source.kind else { continue }
        players[RigPath.Branch.sources.path(of: session.name, source.name)] = player.file
      }
    }
    return players
  }
}
