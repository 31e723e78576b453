// SPDX-License-Identifier: Apache-2.0
// What players go on with that are made again: at another sample rate, or in another run.

package import Quantities
import RigModel
package import SoundFiles

/// What a player goes on with that is made again.
package struct KeptTrack: Hashable, Sendable {
  /// What is played.
  package enum Content: Hashable, Sendable {
    /// A file: the one that the preset names, or another one that was loaded.
    case file(String)
    /// A list, with what has been played of it.
    case list(String, TrackOrder)
    /// A list that has to be read again.
    case place(String, TrackPlace)
  }

  package var content: Content
  /// Where in its file it begins, and whether it plays; `nil` where something else says so.
  package var position: Seconds?
  package var isPlaying: Bool?
  /// What is queued behind a file.
  package var waiting: [Track] = []

  package init(
    _ content: Content,
    position: Seconds? = nil,
    isPlaying: Bool? = nil,
    waiting: [Track] = []
  ) {
    (self.content, self.position, self.isPlaying) = (content, position, isPlaying)
    self.waiting = waiting
  }

  /// The file that it begins with.
  var path: String {
    switch content {
    case .file(let path): path
    case .list(let path, let order): order.present?.track.path ?? path
    case .place(_, let place): place.track.path
    }
  }
}

extension LiveRig {
  /// What players play that their presets alone do not say, by the paths of the players.
  package var tracks: [String: KeptTrack] { tracks(for: rig) }

  /// What players of another rig go on with, which name the same files as before.
  func tracks(for other: Rig) -> [String: KeptTrack] {
    var tracks: [String: KeptTrack] = [:]
    for channel in channels {
      let after = other.channels.first { $0.purpose == channel.purpose }?.channel
      for (source, player) in zip(channel.preset.sources, channel.players) {
        let same = after?.sources.first { $0.name == source.name }
        guard let player, source.file == same?.file, let kept = player.kept(of: source.file)
        else { continue }
        tracks[RigPath.Branch.sources.path(of: channel.name, source.name)] = kept
      }
    }
    return tracks
  }
}

extension LivePlayer {
  /// What it goes on with, beside the file that its preset names.
  fileprivate func kept(of preset: String?) -> KeptTrack? {
    let order = order
    if let list = file.tracks.list { return KeptTrack(.list(list, order)) }
    // What was queued may be heard in place of the file.
    let (path, waiting) = (track.track.path, order.waiting)
    return path == preset && waiting.isEmpty ? nil : KeptTrack(.file(path), waiting: waiting)
  }

  /// The order of its tracks, from the one that is heard on.
  package var order: TrackOrder {
    var order = file.tracks.order
    order.rewind(to: track.turn)
    return order
  }

  /// Where it is, for another run; `nil` where it has come to its end.
  package var place: KeptTrack? {
    guard !hasEnded else { return nil }
    var kept = KeptTrack(.file(track.track.path), position: position, isPlaying: isPlaying)
    if let list = file.tracks.list {
      guard let place = order.place else { return nil }
      kept.content = .place(list, place)
    } else {
      kept.waiting = order.waiting
    }
    return kept
  }
}
