// SPDX-License-Identifier: Apache-2.0
// Sines for every sample.

extension Fast {
  /// The sine of a phase, of which 2 to the power of 32 is a whole turn, within 2e-7.
  ///
  /// Source: a polynomial (Chebyshev nodes) for a quarter of a turn. The rest of the turn is folded
  /// onto it in whole numbers, so that there are as many digits at each zero.
  @inline(__always)
  @_noLocks
  package static func sine(_ phase: SIMD8<UInt32>) -> SIMD8<Float> {
    let turn = SIMD8<Int32>(truncatingIfNeeded: phase)
    let quarter = SIMD8<Int32>(repeating: 1 << 30)
    let folded = turn.replacing(
      with: Int32.min &- turn,
      where: (turn .> quarter) .| (turn .< (0 &- quarter))
    )
    let x = SIMD8<Float>(folded) * (1 / 1_073_741_824)
    let square = x * x
    var sum = square * 0.000_150_817_16 - 0.004_672_220_26
    sum = sum * square + 0.079_688_474_8
    sum = sum * square - 0.645_963_358
    sum = sum * square + 1.570_796_29
    return sum * x
  }

  /// The sine of one phase; the same as with eight of them.
  @inline(__always)
  @_noLocks
  package static func sine(_ phase: UInt32) -> Float {
    let turn = Int32(bitPattern: phase)
    let isFar = turn > 1 << 30 || turn < -(1 << 30)
    let x = Float(isFar ? Int32.min &- turn : turn) * (1 / 1_073_741_824)
    let square = x * x
    var sum = square * 0.000_150_817_16 - 0.004_672_220_26
    sum = sum * square + 0.079_688_474_8
    sum = sum * square - 0.645_963_358
    sum = sum * square + 1.570_796_29
    return sum * x
  }
}
