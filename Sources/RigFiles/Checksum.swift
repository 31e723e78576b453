// SPDX-License-Identifier: Apache-2.0
// Whether bytes are those that were written.

/// A sum of bytes by which damage shows: FNV-1a with 64 bits, in which no change of a single byte
/// goes unseen.
///
/// It proves nothing against somebody who wants another file to have the same.
package struct Checksum: Hashable, Sendable {
  private var sum: UInt64 = 14_695_981_039_346_656_037

  package init() {}

  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // Without optimisation a sequence costs ten times as much as its bytes.
    let isWhole: Bool? = bytes.withContiguousStorageIfAvailable { bytes in
      var index = 0
      while index < bytes.count {
        unsafe add(bytes[index])
        index += 1
      }
      return true
    }
    if isWhole == nil { for byte in bytes { add(byte) } }
  }

  private mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }

  /// The sum as 16 hexadecimal digits.
  package var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
