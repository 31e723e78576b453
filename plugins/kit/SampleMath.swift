// SPDX-License-Identifier: Apache-2.0
// Copies, products and magnitudes of whole blocks, eight samples at once.

extension Samples {
  /// Takes what the samples of two channels are without their signs, the larger of each two.
  @inline(__always)
  @_noLocks
  package func takeMagnitudes(_ left: Samples, _ right: Samples, count: Int) {
    var index = 0
    while index < count {
      let (a, b) = (abs(left[index]), abs(right[index]))
      self[index] = a > b ? a : b
      index &+= 1
    }
  }

  /// Takes another channel's samples; writes up to the next multiple of eight.
  @inline(__always)
  @_noLocks
  package func take(_ input: Samples, count: Int) {
    var index = 0
    while index < count {
      self[eight: index] = input[eight: index]
      index &+= 8
    }
  }

  /// Takes another channel's samples times one gain; writes up to the next multiple of eight.
  @inline(__always)
  @_noLocks
  package func take(_ input: Samples, times gain: Float, count: Int) {
    var index = 0
    while index < count {
      self[eight: index] = input[eight: index] * gain
      index &+= 8
    }
  }

  /// Takes another channel's samples, each times a gain of its own; writes up to the next multiple
  /// of eight.
  @inline(__always)
  @_noLocks
  package func take(_ input: Samples, times gains: Samples, count: Int) {
    var index = 0
    while index < count {
      self[eight: index] = input[eight: index] * gains[eight: index]
      index &+= 8
    }
  }
}
