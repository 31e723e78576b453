// SPDX-License-Identifier: Apache-2.0
// Filters whose lanes are of different kinds.

/// A second-order section of which each of four lanes is a low-pass, a high-pass or an allpass.
///
/// Source: A. Simper, "Linear Trapezoidal Integrated State Variable Filter", with what follows from
/// the poles worked out before: each output is a sum of both states and of the input's rest.
///
/// > Threading: Realtime.
package struct LaneFilter {
  private var first = SIMD4<Float>(repeating: 0)
  private var second = SIMD4<Float>(repeating: 0)

  /// A filter at rest.
  package init() {}

  /// Takes one frame of each lane.
  @inline(__always)
  @_noLocks
  package mutating func next(
    _ input: SIMD4<Float>,
    _ poles: LanePoles,
    _ kind: LaneKind
  ) -> SIMD4<Float> {
    let rest = input - second
    let output = kind.second * second + kind.first * first + kind.rest * rest
    let turned = poles.keep * first + poles.turn * rest
    second = second + (poles.turn * first + poles.pull * rest)
    first = turned
    return output
  }
}

/// How the states of a `LaneFilter` move: the same poles for all lanes.
///
/// > Threading: Realtime.
package struct LanePoles {
  fileprivate let keep: SIMD4<Float>
  fileprivate let turn: SIMD4<Float>
  fileprivate let pull: SIMD4<Float>
  private let g: Float
  private let damping: Float
  private let a1: Float

  /// The poles for `g`, the tangent of π times frequency over sample rate, and `damping`, one over
  /// the quality.
  @inline(__always)
  @_noLocks
  package init(g: Float, damping: Float) {
    self.g = g
    self.damping = damping
    a1 = 1 / (1 + g * (g + damping))
    keep = SIMD4<Float>(repeating: 2 * a1 - 1)
    turn = SIMD4<Float>(repeating: 2 * g * a1)
    pull = SIMD4<Float>(repeating: 2 * g * g * a1)
  }

  /// Lanes 0 and 1 are low-passes, 2 and 3 high-passes.
  @inline(__always)
  package var split: LaneKind {
    @_noLocks get {
      let low = SIMD2<Float>(g * a1, g * g * a1)
      let high = SIMD2<Float>(-(g + damping) * a1, a1)
      return LaneKind(
        second: SIMD4<Float>(1, 1, 0, 0),
        first: SIMD4<Float>(low.x, low.x, high.x, high.x),
        rest: SIMD4<Float>(low.y, low.y, high.y, high.y)
      )
    }
  }

  /// All lanes are allpasses: what low-pass, less band-pass, and high-pass are together.
  @inline(__always)
  package var allpass: LaneKind {
    @_noLocks get {
      LaneKind(
        second: SIMD4<Float>(repeating: 1),
        first: SIMD4<Float>(repeating: -2 * damping * a1),
        rest: SIMD4<Float>(repeating: 1 - 2 * damping * g * a1)
      )
    }
  }
}

/// How much of the states and of the input's rest the output of each lane of a `LaneFilter` has.
///
/// > Threading: Realtime.
package struct LaneKind {
  fileprivate let second: SIMD4<Float>
  fileprivate let first: SIMD4<Float>
  fileprivate let rest: SIMD4<Float>
}
