// SPDX-License-Identifier: Apache-2.0
// Which channel is which.

/// Lets a channel sound, or be silent, at times of its own.
struct Identification {
  private let mode: Int
  private let cycle: Int
  private let fade: Int
  private let rate: Double
  private var position = 0

  /// 0 off, 1 left once and right twice, 2 EBU, 3 GLITS.
  @_noLocks
  init(_ mode: Int, rate: Double) {
    self.mode = mode
    self.rate = rate
    cycle = Int(clamping: (mode == 3 ? 4 : 3) * rate)
    fade = max(1, Int(clamping: 0.005 * rate))
  }

  var isOff: Bool { @_noLocks get { mode == 0 } }

  @_noLocks
  mutating func advance() { position = position &+ 1 == cycle ? 0 : position &+ 1 }

  /// How much of a channel sounds at this frame.
  @_noLocks
  func gain(_ channel: Int) -> Float {
    switch (mode, channel) {
    case (1, 0): part(0, 0.5)
    case (1, _): max(part(1, 1.25), part(1.5, 1.75))
    case (2, 0): 1 - part(2.75, 3)
    case (3, 0): 1 - part(2.25, 2.5)
    case (3, _): 1 - max(part(2.75, 3), part(3.25, 3.5))
    default: 1
    }
  }

  /// 1 between two times in seconds, with ramps of 5 ms in it, and 0 elsewhere.
  @_noLocks
  private func part(_ start: Double, _ end: Double) -> Float {
    let (first, last) = (Int(clamping: start * rate), Int(clamping: end * rate))
    let inside = min(position &- first, last &- position)
    return min(max(Float(inside) / Float(fade), 0), 1)
  }
}
