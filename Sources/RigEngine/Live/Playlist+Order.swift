// SPDX-License-Identifier: Apache-2.0
// What a preset says of tracks and lists, in the words of what plays them.

package import RigModel
package import SoundFiles

extension Playlist {
  /// The order of a list of which nothing has been played.
  package func order(of tracks: [Track]) -> TrackOrder {
    TrackOrder(tracks, seed: seed, repeats: repeats.order, history: history)
  }

  /// How one track goes over into the next.
  package var crossing: Crossing {
    Crossing(
      time: crossfade,
      curve: Crossing.Curve(rawValue: curve.rawValue) ?? .full,
      followsMusic: measure == .loudness
    )
  }
}

extension TrackLevel {
  /// What a preset says of the loudness of a player's tracks.
  init(_ loudness: TargetLoudness) {
    self.init(
      target: loudness.target,
      mode: Mode(rawValue: loudness.mode.rawValue) ?? .track,
      peakLimit: loudness.peakLimit
    )
  }
}

extension Playlist.Repetition {
  var order: TrackOrder.Repetition { TrackOrder.Repetition(rawValue: rawValue) ?? .all }
}

extension TrackQueue {
  /// Goes on as a preset says of the list now.
  func follow(_ playlist: Playlist) {
    crossing = playlist.crossing
    edit { order in
      order.repeats = playlist.repeats.order
      order.mostHistory = playlist.history
      if order.seed != playlist.seed { order.shuffle(playlist.seed) }
    }
  }
}
