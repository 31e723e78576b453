// SPDX-License-Identifier: Apache-2.0
// A sequence of ones and minus ones that is like nothing but itself.

/// A maximum length sequence, over and over.
struct MaximumLengthSequence {
  private let mask: UInt32
  private var state: UInt32 = 1

  /// The sequence of 2 to the power of `order` less 1 frames; from 10 to 20.
  @_noLocks
  init(order: Int) {
    // Primitive polynomials: bit n is the power n + 1.
    mask =
      switch order {
      case ...10: 0x240
      case 11: 0x500
      case 12: 0xe08
      case 13: 0x1c80
      case 14: 0x3802
      case 15: 0x6000
      case 16: 0xd008
      case 17: 0x1_2000
      case 18: 0x2_0400
      case 19: 0x7_2000
      default: 0x9_0000
      }
  }

  @_noLocks
  mutating func render(_ output: Samples, _ count: Int) {
    var state = state
    for index in 0..<count {
      let bit = state & 1
      // Without a branch: nobody foresees this one.
      output[index] = Float(Int32(truncatingIfNeeded: bit &<< 1) &- 1)
      state = (state &>> 1) ^ (mask & (0 &- bit))
    }
    self.state = state
  }
}
