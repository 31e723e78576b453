// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same in every run, for all tests.

/// The generator SplitMix64.
package struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence that `seed` stands for.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `count` samples between -1 and 1.
  package mutating func samples(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }

  /// `count` samples of any finite bit pattern: denormals, negative zeros, huge ones.
  package mutating func patterns(_ count: Int) -> [Float] {
    (0..<count).map { _ in
      while true {
        let sample = Float(bitPattern: UInt32.random(in: 0...(.max), using: &self))
        if sample.isFinite { return sample }
      }
    }
  }
}

extension SeededNumbers {
  /// A number from 0 up to, not including, `sides`.
  package mutating func roll(_ sides: Int) -> Int {
    Int.random(in: 0..<max(sides, 1), using: &self)
  }

  /// Picks one of some elements; `nil` of none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &self)
  }

  /// `count` bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
