// SPDX-License-Identifier: Apache-2.0
// How much faster a player plays than its track was made, as its user has left it.

import RenderCore

/// The pitch fader of a deck, and the nudge beside it.
struct PlayerPitch: Hashable {
  /// How much faster than the track, in percent: what the pitch fader says.
  var percent = 0.0
  /// The same beside it, for a while, to move the track against another one.
  var nudge = 0.0
  /// Whether the track keeps the pitch that it was made with.
  var isKeyLocked = false

  /// The range of the pitch, in percent.
  static let percents = -75.0...300
  /// The range of the nudge, in percent.
  static let nudges = -50.0...50

  /// The same with another nudge beside its own.
  func nudged(by percent: Double) -> PlayerPitch {
    guard percent != 0 else { return self }
    var pitch = self
    pitch.nudge = ((1 + nudge / 100) * (1 + percent / 100) - 1) * 100
    return pitch
  }

  /// How many seconds of the track go by in one.
  var rate: Float {
    let rate = Float((1 + percent / 100) * (1 + nudge / 100))
    return min(max(rate, PlayerNode.rates.lowerBound), PlayerNode.rates.upperBound)
  }
}
