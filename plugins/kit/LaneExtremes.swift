// SPDX-License-Identifier: Apache-2.0
// Largest and smallest of eight lanes, as processors have them.

extension SIMD8<Float> {
  /// Lane by lane the larger one; the compiler makes one instruction of it, which it does not of
  /// `replacing(with:where:)`.
  @inline(__always)
  @_noLocks
  package func larger(_ other: SIMD8<Float>) -> SIMD8<Float> {
    var result = self
    for lane in 0..<8 { result[lane] = other[lane] > self[lane] ? other[lane] : self[lane] }
    return result
  }

  /// Lane by lane the smaller one.
  @inline(__always)
  @_noLocks
  package func smaller(_ other: SIMD8<Float>) -> SIMD8<Float> {
    var result = self
    for lane in 0..<8 { result[lane] = other[lane] < self[lane] ? other[lane] : self[lane] }
    return result
  }

  /// The lanes without their signs.
  @inline(__always)
  package var magnitudes: SIMD8<Float> {
    @_noLocks get {
      var result = self
      for lane in 0..<8 { result[lane] = abs(self[lane]) }
      return result
    }
  }

  /// The largest of all lanes.
  @inline(__always)
  package var largest: Float {
    @_noLocks get {
      // In pairs: three steps instead of seven.
      let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
      let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
      return two[0] > two[1] ? two[0] : two[1]
    }
  }
}
