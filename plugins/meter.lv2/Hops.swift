// SPDX-License-Identifier: Apache-2.0
// What is kept of the last three seconds: sums of 10 ms each.

/// What is known of some frames.
struct HopSum {
  /// The sums of the squares after the K-weighting, of each channel.
  var energies = SIMD2<Double>()
  /// The sums of the squares.
  var squares = SIMD2<Double>()
  /// The sum of the products of both channels.
  var products = 0.0
  /// The highest sample.
  var peak: Float = 0
}

/// The last 300 hops.
///
/// All sums are made again for each hop: a running one would keep what rounding has left of
/// something loud.
struct Hops: ~Copyable {
  private static var capacity: Int { @_noLocks get { 300 } }
  /// How many hops peak and correlation are of.
  private static var few: Int { @_noLocks get { 30 } }
  private let energies = DoubleBuffer(count: capacity)
  private let firstSquares = DoubleBuffer(count: capacity)
  private let secondSquares = DoubleBuffer(count: capacity)
  private let products = DoubleBuffer(count: capacity)
  private let peaks = DoubleBuffer(count: capacity)
  /// Where the newest hop is.
  private var position = 0

  init() {}

  @_noLocks
  mutating func reset() {
    energies.numbers.fill(0)
    firstSquares.numbers.fill(0)
    secondSquares.numbers.fill(0)
    products.numbers.fill(0)
    peaks.numbers.fill(0)
  }

  @_noLocks
  mutating func add(_ hop: HopSum) {
    position = position &+ 1 == Hops.capacity ? 0 : position &+ 1
    energies.numbers[position] = hop.energies[0] + hop.energies[1]
    firstSquares.numbers[position] = hop.squares[0]
    secondSquares.numbers[position] = hop.squares[1]
    products.numbers[position] = hop.products
    peaks.numbers[position] = Double(hop.peak)
  }

  /// The K-weighted energy of the last hops.
  @_noLocks
  func energy(_ count: Int) -> Double { sum(energies.numbers, count) }

  /// The highest sample of the last 300 ms.
  var peak: Float {
    @_noLocks get {
      var highest = 0.0
      var index = position
      for _ in 0..<Hops.few {
        highest = max(highest, peaks.numbers[index])
        index = index == 0 ? Hops.capacity &- 1 : index &- 1
      }
      return Float(highest)
    }
  }

  /// How alike both channels were for 300 ms: 1 alike, 0 nothing in common or silence, -1 opposite.
  var correlation: Double {
    @_noLocks get {
      let first = sum(firstSquares.numbers, Hops.few)
      let second = sum(secondSquares.numbers, Hops.few)
      // That is about -120 dBFS: less is silence.
      guard first > 1e-8, second > 1e-8 else { return 0 }
      let product = sum(products.numbers, Hops.few)
      return min(max(product / Libm.squareRoot(first) / Libm.squareRoot(second), -1), 1)
    }
  }

  @_noLocks
  private func sum(_ numbers: Doubles, _ count: Int) -> Double {
    var sum = 0.0
    var index = position
    for _ in 0..<count {
      sum += numbers[index]
      index = index == 0 ? Hops.capacity &- 1 : index &- 1
    }
    return sum
  }
}
