// SPDX-License-Identifier: Apache-2.0
// What is to be taken from the gain: 1 less the gain, frame by frame.

/// Steps from peaks to reductions.
///
/// > Threading: Realtime.
enum Reduction {
  /// 0.05 dB: where there is a reduction at all, it is as much larger as the detector may be wrong.
  private static var margin: Float { @_noLocks get { 0.994_26 } }

  /// Works out what each peak above its ceiling needs; whether any does.
  @_noLocks
  static func find(_ peaks: Samples, _ ceilings: Samples, _ frames: Int, to wanted: Samples) -> Bool
  {
    var index = 0
    while index < frames {
      let (peak, ceiling) = (peaks[eight: index], ceilings[eight: index])
      // A peak of zero gives no number, but isn't above.
      let depth = 1 - ceiling * margin / peak
      wanted[eight: index] = depth.replacing(with: 0, where: peak .<= ceiling)
      index &+= 8
    }
    return largest(wanted, frames) > 0
  }

  /// Puts the larger peaks of both channels into the first.
  @_noLocks
  static func join(_ left: Samples, _ right: Samples, _ frames: Int) {
    var index = 0
    while index < frames {
      left[eight: index] = left[eight: index].larger(right[eight: index])
      index &+= 8
    }
  }

  /// Takes the smaller reduction of both channels as near to the larger one as they are linked.
  @_noLocks
  static func link(_ left: Samples, _ right: Samples, _ frames: Int, _ share: inout Ramp) {
    for index in 0..<frames {
      let (a, b, share) = (left[index], right[index], share.next())
      let both = max(a, b)
      // Bit for bit the larger one where they are one.
      left[index] = share < 1 ? min(both, a + (both - a) * share) : both
      right[index] = share < 1 ? min(both, b + (both - b) * share) : both
    }
  }

  /// The largest of the first `frames` values, none of which is negative.
  @_noLocks
  static func largest(_ values: Samples, _ frames: Int) -> Float {
    var largest = SIMD8<Float>(repeating: 0)
    var index = 0
    while index &+ 8 <= frames {
      largest = largest.larger(values[eight: index])
      index &+= 8
    }
    var result = largest.largest
    while index < frames {
      result = max(result, values[index])
      index &+= 1
    }
    return result
  }
}
