// SPDX-License-Identifier: Apache-2.0
// The shapes of fades.

/// The shape of a fade, in the unit of the value: a level moves in dB.
package enum FadeCurve: String, Codable, Hashable, Sendable, CaseIterable {
  /// Equal steps in equal times.
  case linear
  /// Slow at both ends.
  case smooth
  /// Fast first, slow at the end.
  case early
  /// Slow first, fast at the end.
  case late

  /// How far the value has come, from 0 to 1, after a part of the time, from 0 to 1.
  package func progress(_ time: Double) -> Double {
    let time = min(max(time, 0), 1)
    return switch self {
    case .linear: time
    case .smooth: time * time * (3 - 2 * time)
    case .early: 1 - (1 - time) * (1 - time)
    case .late: time * time
    }
  }

  /// The longest fade, in seconds.
  package static let longest = 3_600.0
}
