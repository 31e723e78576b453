// SPDX-License-Identifier: Apache-2.0
// Two stereo inputs on one fader.

/// A crossfader with the laws that DJs know.
struct Crossfade: Effect, ~Copyable {
  private let rate: Double
  private var gainA = Ramp(1, seconds: 0, rate: 1)
  private var gainB = Ramp(0, seconds: 0, rate: 1)

  init(_ setup: Setup) {
    rate = setup.rate
  }

  @_noLocks
  mutating func reset() {
    gainA.go(to: gainA.target, jumps: true)
    gainB.go(to: gainB.target, jumps: true)
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let way = (Double(controls[.position]) + 1) / 2
    let x = controls.isOn(.reverse) ? 1 - way : way
    let (a, b) = Crossfade.gains(
      at: x,
      law: controls.choice(.law),
      curve: Double(controls[.curve])
    )
    let seconds = Double(controls[.cut_ms]) / 1000
    gainA.take(seconds: seconds, rate: rate)
    gainB.take(seconds: seconds, rate: rate)
    gainA.go(to: controls.isOn(.a_thru) ? 1 : Float(a), jumps: controls.jumps)
    gainB.go(to: controls.isOn(.b_thru) ? 1 : Float(b), jumps: controls.jumps)
  }

  /// The gains of A and B at `x`, from 0, A, to 1, B.
  @_noLocks
  static func gains(at x: Double, law: Int, curve: Double) -> (Double, Double) {
    let right = Double.pi / 2
    switch law {
    case 1: return x == 1 ? (0, 1) : (Libm.cos(right * x), Libm.sin(right * x))
    case 2: return (1 - x, x)
    default:
      let a = 1 - Libm.power(max(0, 2 * x - 1), curve)
      let b = 1 - Libm.power(max(0, 1 - 2 * x), curve)
      guard law == 3 else { return (a, b) }
      let sum = Libm.squareRoot(a * a + b * b)
      return (a / sum, b / sum)
    }
  }

  @_noLocks
  mutating func process(_ block: Block) {
    if gainA.isSettled, gainB.isSettled {
      for channel in 0..<2 { mix(block, channel, gainA.value, gainB.value) }
      return
    }
    for index in 0..<block.frames {
      let (a, b) = (gainA.next(), gainB.next())
      for channel in 0..<2 {
        block.output(channel)[index] =
          a * block.input(channel)[index] + b * block.input(channel &+ 2)[index]
      }
    }
  }

  @_noLocks
  private func mix(_ block: Block, _ channel: Int, _ a: Float, _ b: Float) {
    let (first, second) = (block.input(channel), block.input(channel &+ 2))
    let output = block.output(channel)
    var index = 0
    while index < block.frames {
      output[eight: index] = first[eight: index] * a + second[eight: index] * b
      index &+= 8
    }
  }
}

typealias Exported = Crossfade
