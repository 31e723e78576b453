// SPDX-License-Identifier: Apache-2.0
// A loop of a deck: which part of its track it is.

import Quantities
import SoundFiles

/// A part of a track that is played over and over, or could be.
struct PlayerLoop: Hashable {
  /// Where it begins in the track.
  var start: Seconds
  /// How long it is; nothing until its end is set.
  var length = Seconds.zero
  /// Whose turn it was when it was set: other tracks have loops of their own.
  let turn: Int
  /// Whether it is played.
  var isOn = false

  /// The lengths that loops have, in beats.
  static let beats = 1.0 / 32...512
  /// The least number of frames.
  static let leastFrames = 150

  /// Where it ends.
  var end: Seconds { Seconds(start.value + length.value) }
}

extension LivePlayer {
  /// The loop of the track that is heard.
  var loop: PlayerLoop? {
    get { setLoop.flatMap { $0.turn == track.turn ? $0 : nil } }
    set { setLoop = newValue }
  }

  /// The same, if it is played.
  var playedLoop: PlayerLoop? { loop.flatMap { $0.isOn ? $0 : nil } }
}
