// SPDX-License-Identifier: Apache-2.0
// Follows a MIDI clock: where it is, and how fast it goes, with the unrest of its ticks taken out.

/// Where a MIDI clock is.
package struct ClockState: Hashable, Sendable {
  /// The frame at which it was there.
  package var frame: Int64
  /// Where it was, in quarter notes.
  package var quarters: Double
  /// How fast it goes, in quarter notes a minute.
  package var quartersPerMinute: Double
  /// Whether it goes on.
  package var isRolling: Bool
  /// Whether it has gone there, instead of arriving by itself.
  package var isJump: Bool
}

/// Listens to a MIDI clock.
///
/// The tempo is that of a line through the last ticks, and so is the place: a tick that comes early
/// or late moves neither by much. One that is off by a quarter of a tick or more is the beginning
/// of another tempo.
package struct ClockFollower: Sendable {
  /// Through how many ticks the line goes: two quarter notes.
  static let window = 48
  /// Ticks that are nearer to one another than this, or further apart, are no clock: 1,000 to 10
  /// quarter notes a minute.
  static let tempos = 10.0...1_000.0

  private let rate: Double
  /// The frames of the last ticks.
  private var ticks: [Int64] = []
  /// The number of the last tick since the beginning of the music; the next one is the first after
  /// a start.
  private var count: Int64 = -1
  private var isRolling = false
  /// Whether the clock goes on with the next tick, after it has said so.
  private var isDue = false
  private var tempo: Double

  /// Makes a follower for frames at `rate` a second, which takes `tempo` for granted until it has
  /// heard otherwise.
  package init(rate: Double, tempo: Double = 120) {
    (self.rate, self.tempo) = (rate, min(max(tempo, 10), 1_000))
  }

  /// What a message of a clock says; `nil` if nothing that is new.
  package mutating func hear(_ message: [UInt8], at frame: Int64) -> ClockState? {
    switch (message.first, message.count) {
    case (0xF8, 1): return tick(frame)
    case (0xFA, 1):
      count = -1
      isDue = true
      return nil
    case (0xFB, 1):
      isDue = true
      return nil
    case (0xFC, 1):
      (isRolling, isDue) = (false, false)
      return state(at: frame, quarters: Double(max(count, 0)) / 24, isJump: false)
    case (0xF2, 3):
      count = Int64(clamping: message[1] & 0x7F) | Int64(clamping: message[2] & 0x7F) << 7
      count = count * 6 - 1
      guard !isRolling else { return nil }
      return state(at: frame, quarters: Double(count + 1) / 24, isJump: true)
    default: return nil
    }
  }

  private mutating func tick(_ frame: Int64) -> ClockState? {
    let quarters = note(frame)
    guard isRolling || isDue else { return nil }
    count += 1
    let isFirst = isDue
    (isRolling, isDue) = (true, false)
    if isFirst { return state(at: frame, quarters: Double(count) / 24, isJump: true) }
    guard count % 6 == 0 else { return nil }
    return state(at: frame, quarters: Double(count) / 24 + quarters, isJump: false)
  }

  /// Takes a tick; returns by how much the clock is further than its number says, in quarter notes.
  private mutating func note(_ frame: Int64) -> Double {
    let period = rate * 60 / (tempo * 24)
    if let last = ticks.last {
      let distance = Double(frame - last)
      let isOther = (distance - period).magnitude > period / 4
      if isOther { ticks.removeFirst(max(0, ticks.count - 1)) }
      // A pause, or two at once, say nothing about the tempo.
      let measured = rate * 60 / (max(distance, 1) * 24)
      if isOther, !Self.tempos.contains(measured) { ticks = [] }
    }
    ticks.append(frame)
    if ticks.count > Self.window { ticks.removeFirst() }
    guard ticks.count > 1, let line = Line(through: ticks) else { return 0 }
    tempo = min(max(rate * 60 / (line.slope * 24), 10), 1_000)
    return (Double(frame) - line.last) / line.slope / 24
  }

  private func state(at frame: Int64, quarters: Double, isJump: Bool) -> ClockState {
    ClockState(
      frame: frame,
      quarters: quarters,
      quartersPerMinute: tempo,
      isRolling: isRolling,
      isJump: isJump
    )
  }
}

/// The line that comes nearest to the frames of ticks.
private struct Line {
  /// Frames from tick to tick.
  let slope: Double
  /// The frame of the last tick.
  let last: Double

  init?(through ticks: [Int64]) {
    guard let first = ticks.first else { return nil }
    let count = Double(ticks.count)
    let middle = (count - 1) / 2
    var (sum, moment, square) = (0.0, 0.0, 0.0)
    for (index, tick) in ticks.enumerated() {
      let (distance, frame) = (Double(index) - middle, Double(tick - first))
      sum += frame
      moment += distance * frame
      square += distance * distance
    }
    guard square > 0, moment > 0 else { return nil }
    slope = moment / square
    last = Double(first) + sum / count + slope * middle
  }
}
