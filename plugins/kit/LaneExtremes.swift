// SPDX-License-Identifier: Apache-2.0
// Largest and smallest of eight lanes, as processors have them.

extension SIMD8<Float> {
  /// Lane by lane the larger one; the compiler makes one instruction of it, which it does not of `replacing(with:where:)`.
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

  /// The largest of all lanes.
  @inline(__always)
  package var largest: Float {
    @_noLocks get {
      var result = self[0]
      for lane in 1..<8 { result = self[lane] > result ? self[lane] : result }
      return result
    }
  }
}
