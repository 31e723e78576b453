// SPDX-License-Identifier: Apache-2.0
// A host that gives a plugin what no host should.

/// Random values for every port, valid or not, and random blocks.
package struct PluginFuzzer {
  private var state: UInt64
  /// How many values ports have been given.
  package private(set) var values = 0

  /// The same for the same seed.
  package init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  }

  private mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  private mutating func below(_ count: Int) -> Int {
    Int(clamping: next() >> 33) % count
  }

  /// A number from 0 to 1.
  private mutating func fraction() -> Float { Float(next() >> 40) / Float(1 << 24) }

  /// A value for a control: in its range, at its ends, or none of its business.
  private mutating func value(_ range: (low: Float, high: Float, standard: Float)) -> Float {
    switch below(12) {
    case 0: .nan
    case 1: .infinity
    case 2: -.infinity
    case 3: .leastNonzeroMagnitude
    case 4: -.greatestFiniteMagnitude
    case 5: range.low - 1
    case 6: range.high * 10 + 1
    case 7: range.low
    case 8: range.high
    default: range.low + (range.high - range.low) * fraction()
    }
  }

  /// A sample: sound, mostly.
  private mutating func sample(_ isWild: Bool) -> Float {
    guard isWild else { return 2 * fraction() - 1 }
    switch below(40) {
    case 0: return .nan
    case 1: return .infinity
    case 2: return -.infinity
    case 3: return .leastNonzeroMagnitude
    case 4: return -.greatestFiniteMagnitude
    case 5: return 1e8
    default: return 4 * fraction() - 2
    }
  }

  /// Gives a plugin so many more values, and blocks of 0 to 200 frames between them.
  ///
  /// - Parameters:
  ///   - plugin: the plugin to try.
  ///   - count: how many values its ports get at least.
  /// - Returns: the first thing that it gave and that is no number; `nil` is good.
  package mutating func run(_ plugin: MeasuredPlugin, values count: Int) -> String? {
    let inputs = plugin.controls.filter { plugin.isInput($0) }
    let end = values + count
    while values < end {
      for symbol in inputs where below(3) == 0 {
        plugin[symbol] = value(plugin.range(symbol))
        values += 1
      }
      if below(50) == 0 { plugin.restart() }
      let frames = below(4) == 0 ? below(3) : below(200)
      let isWild = below(4) == 0
      let sound = (0..<plugin.inputCount).map { _ in (0..<frames).map { _ in sample(isWild) } }
      let output = plugin.run(sound, block: frames, frames: frames)
      for (channel, samples) in output.enumerated() where !samples.isFinite {
        return "output \(channel) after \(values) values"
      }
      for symbol in plugin.controls where !plugin.isInput(symbol) && !plugin[symbol].isFinite {
        return "\(symbol) after \(values) values"
      }
    }
    return nil
  }
}
