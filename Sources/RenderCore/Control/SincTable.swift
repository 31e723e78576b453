// SPDX-License-Identifier: Apache-2.0
// The table that players interpolate with.

extension SincKernel {
  /// The table for all players, from the middle on.
  ///
  /// > Threading: Control.
  nonisolated(unsafe) static let table: UnsafePointer<Float> = {
    let count = reach * resolution + 2
    let table = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for (index, value) in values(count).enumerated() { unsafe table[index] = Float(value) }
    return unsafe UnsafePointer(table)
  }()

  /// A sinc with its cutoff in the middle of the transition band, in a Kaiser window of 90 dB.
  private static func values(_ count: Int) -> [Double] {
    let (cutoff, beta) = (0.908, 9.0)
    let step = Double.pi * cutoff / Double(resolution)
    // A turn by one step, of which the next term would be less than a double can tell.
    let turn = (
      sine: step - step * step * step / 6 + step * step * step * step * step / 120,
      cosine: 1 - step * step / 2 + step * step * step * step / 24
    )
    var (sine, cosine) = (0.0, 1.0)
    return (0..<count).map { index in
      defer {
        (sine, cosine) = (
          sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
        )
      }
      let share = Double(index) / Double(reach * resolution)
      guard share < 1 else { return 0 }
      let sinc = index == 0 ? 1 : sine / (step * Double(index))
      return cutoff * sinc * bessel(beta * (1 - share * share).squareRoot()) / bessel(beta)
    }
  }

  /// The modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<64 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }
}
