// SPDX-License-Identifier: Apache-2.0
// The clock of a stream's sender is not that of our card: without help, what is kept back of the
// stream runs out in a day, or grows.

/// How fast a stream is to be played, so that as much of it is kept back as at the beginning.
struct StreamPace {
  /// The most that the speed departs from 1: less than a hundredth of a semitone.
  static let most = 500e-6
  /// For how many seconds too much or too little is caught up with at a hundred-thousandth.
  private static let strength = 200e-6
  /// How many seconds of stream the level is averaged over.
  private static let memory = 20.0

  /// How many seconds are to be kept back.
  let target: Double
  private var level: Double?

  init(target: Double) { self.target = target }

  /// The speed for the next `seconds` of a stream of which `kept` seconds are kept back.
  mutating func speed(keeping kept: Double, for seconds: Double) -> Double {
    let share = min(1, seconds / Self.memory)
    let level = (level ?? kept) * (1 - share) + kept * share
    self.level = level
    return 1 + min(max((level - target) * Self.strength, -Self.most), Self.most)
  }

  /// Begins again, where another level is to be expected.
  mutating func forget() { level = nil }
}
