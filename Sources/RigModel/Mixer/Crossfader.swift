// SPDX-License-Identifier: Apache-2.0
// The crossfader: one fader between two sides, and its laws.

import Glibc

/// The rig's crossfader: what is assigned to its sides gets a gain by its position and law.
///
/// It acts on sends that follow it, behind the *post* tap; the law of each curve is that of club
/// mixers, as in `docs/presets.md`.
package struct Crossfader: Hashable, Sendable {
  /// The side that a channel is assigned to, as mixers print it.
  package enum Side: String, MixerWord {
    case a = "A"
    case b = "B"
    /// Neither: the crossfader leaves the channel alone.
    case thru
  }

  /// How the gains of both sides go with the position.
  package enum Curve: String, MixerWord {
    /// The nearer side stays at full level; in the middle both have it.
    case additive
    /// The squares of both gains add up to 1.
    case constantPower
    /// As `additive`: the farther side goes down on the last tenth of the way.
    case slowCut
    /// The same, as soon as the end is left.
    case fastCut

    /// The power of those that have one of their own, and no `steepness`.
    package var power: Double? {
      switch self {
      case .additive, .constantPower: nil
      case .slowCut: 20
      case .fastCut: Crossfader.steepnesses.upperBound
      }
    }
  }

  /// From A alone, -1, to B alone, 1.
  package var position = 0.0
  package var curve = Curve.additive
  /// The power of the law of `additive` and `constantPower`: 1 is a straight line, more is steeper.
  package var steepness = 1.0
  /// Whether A and B change places.
  package var isReversed = false
  /// Whether a side is cut, whatever the position.
  package var cutsA = false
  package var cutsB = false

  /// What `steepness` takes.
  package static let steepnesses: ClosedRange<Double> = 0.6...1_000

  /// A crossfader in the middle.
  package init() {}

  /// The linear gain of a side, 0 to 1.
  package func gain(of side: Side) -> Double {
    let place = isReversed ? -position : position
    switch side {
    case .thru: return 1
    // Both sides have the same law, seen from their own end.
    case .a: return cutsA ? 0 : gain(awayBy: place)
    case .b: return cutsB ? 0 : gain(awayBy: -place)
    }
  }

  /// The gain of a side at a distance from the middle: 1 is the other side's end.
  private func gain(awayBy distance: Double) -> Double {
    curve == .constantPower
      ? Self.constantPower(distance, steepness)
      : Self.additive(distance, curve.power ?? steepness)
  }

  private static func additive(_ distance: Double, _ power: Double) -> Double {
    distance <= 0 ? 1 : 1 - pow(distance, power)
  }

  /// Where the nearer side has the gain 1 − dᵖ, the farther one has what is missing to 1; both are
  /// divided by the root of the sum of their squares.
  private static func constantPower(_ distance: Double, _ power: Double) -> Double {
    // In the middle both are a half.
    let middle = pow(0.5, 1 / power)
    let nearer = 1 - pow(middle * (1 - abs(distance)), power)
    let (own, other) = distance <= 0 ? (nearer, 1 - nearer) : (1 - nearer, nearer)
    return own / (own * own + other * other).squareRoot()
  }
}
