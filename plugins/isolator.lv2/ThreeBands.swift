// SPDX-License-Identifier: Apache-2.0
// Two crossovers of 48 dB per octave, whose bands together are an allpass.

/// Low, mid and high of two channels at once.
///
/// Source: S. Linkwitz and R. Riley: a Butterworth filter twice, here of fourth order, so that
/// low-pass and high-pass are in phase at all frequencies and their sum is an allpass of fourth
/// order. The low band goes through the allpass of the upper crossover, as mid and high do, so that
/// all three are in phase.
///
/// > Threading: Realtime.
struct ThreeBands {
  /// The sections of one crossover in the order of the sound; lanes: left low, right low, left
  /// high, right high.
  private typealias Sections = (LaneFilter, LaneFilter, LaneFilter, LaneFilter)

  private var lower: Sections
  private var upper: Sections
  private var phase: (LaneFilter, LaneFilter)

  init() {
    let rest = LaneFilter()
    lower = (rest, rest, rest, rest)
    upper = (rest, rest, rest, rest)
    phase = (rest, rest)
  }

  /// Takes one frame: left, right, left, right.
  ///
  /// - Returns: in lanes 0 and 1 of `low` the low band, in `others` mid left, mid right, high left,
  ///   high right.
  @inline(__always)
  @_noLocks
  mutating func next(
    _ input: SIMD4<Float>,
    _ shape: ThreeBandShape
  ) -> (low: SIMD4<Float>, others: SIMD4<Float>) {
    var split = lower.0.next(input, shape.lower.0, shape.lowerSplit.0)
    split = lower.1.next(split, shape.lower.1, shape.lowerSplit.1)
    split = lower.2.next(split, shape.lower.0, shape.lowerSplit.0)
    split = lower.3.next(split, shape.lower.1, shape.lowerSplit.1)
    var low = phase.0.next(split, shape.upper.0, shape.phase.0)
    low = phase.1.next(low, shape.upper.1, shape.phase.1)
    var others = SIMD4<Float>(split[2], split[3], split[2], split[3])
    others = upper.0.next(others, shape.upper.0, shape.upperSplit.0)
    others = upper.1.next(others, shape.upper.1, shape.upperSplit.1)
    others = upper.2.next(others, shape.upper.0, shape.upperSplit.0)
    others = upper.3.next(others, shape.upper.1, shape.upperSplit.1)
    return (low, others)
  }
}

/// Where the crossovers of `ThreeBands` are.
///
/// > Threading: Realtime.
struct ThreeBandShape {
  fileprivate let lower: (LanePoles, LanePoles)
  fileprivate let upper: (LanePoles, LanePoles)
  fileprivate let lowerSplit: (LaneKind, LaneKind)
  fileprivate let upperSplit: (LaneKind, LaneKind)
  fileprivate let phase: (LaneKind, LaneKind)

  /// The shape for the tangents of both crossovers.
  @inline(__always)
  @_noLocks
  init(lower lowerG: Float, upper upperG: Float) {
    // Both pairs of poles of a Butterworth filter of fourth order: 2 cos 22.5°, 2 cos 67.5°.
    let dampings: (Float, Float) = (1.847_759_1, 0.765_366_86)
    lower = (
      LanePoles(g: lowerG, damping: dampings.0), LanePoles(g: lowerG, damping: dampings.1)
    )
    upper = (
      LanePoles(g: upperG, damping: dampings.0), LanePoles(g: upperG, damping: dampings.1)
    )
    lowerSplit = (lower.0.split, lower.1.split)
    upperSplit = (upper.0.split, upper.1.split)
    phase = (upper.0.allpass, upper.1.allpass)
  }
}
