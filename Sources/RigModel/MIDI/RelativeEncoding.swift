// SPDX-License-Identifier: Apache-2.0
// How endless knobs encode which way they were turned, and how far.

/// The encoding of an endless knob.
package enum RelativeEncoding: String, Hashable, Sendable, CaseIterable {
  /// 1, 2 … is up, 127, 126 … is down.
  case twosComplement = "twos_complement"
  /// 65, 66 … is up, 63, 62 … is down.
  case offset
  /// 1, 2 … is up, 65, 66 … is down.
  case signBit = "sign_bit"
  /// 1 is up, 127 is down, one step each, whatever the speed.
  case upDown = "up_down"
  /// Mixxx's name for `twos_complement`.
  case diff
  /// Mixxx's other name for `twos_complement`.
  case selectknob
  /// `offset` as Mixxx reads it: the slowest turn is a sixteenth of a step.
  case rot64
  /// `rot64` in the opposite direction.
  case rot64inv
  /// `offset`, half as fast again.
  case rot64fast
  /// `offset`, faster the further it was turned.
  case spread64

  /// How many steps up, or down, a value from 0 to 127 is.
  package func steps(of value: Int) -> Double {
    let (value, fromMiddle) = (min(max(value, 0), 127), Double(min(max(value, 0), 127) - 64))
    switch self {
    case .twosComplement, .diff, .selectknob: return Double(value < 64 ? value : value - 128)
    case .offset: return fromMiddle
    case .signBit: return Double(value < 64 ? value : 64 - value)
    case .upDown: return value == 0 ? 0 : value < 64 ? 1 : -1
    case .rot64: return Self.eased(fromMiddle)
    case .rot64inv: return -Self.eased(fromMiddle)
    case .rot64fast: return fromMiddle * 1.5
    case .spread64: return fromMiddle * fromMiddle.magnitude / 8
    }
  }

  private static func eased(_ steps: Double) -> Double {
    steps.magnitude <= 1 ? steps / 16 : steps - (steps > 0 ? 1 : -1)
  }
}
