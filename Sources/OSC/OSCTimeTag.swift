// SPDX-License-Identifier: Apache-2.0
// When the contents of a bundle are to take effect.

/// A moment as NTP counts: 32 bits of seconds since 1900, and 32 bits of their fraction.
package struct OSCTimeTag: Hashable, Comparable, Sendable {
  /// All 64 bits.
  package var bits: UInt64

  /// Takes the bits as they are.
  package init(bits: UInt64) { self.bits = bits }

  /// At once.
  package static let immediately = OSCTimeTag(bits: 1)

  /// From 1900 to 1970.
  private static let secondsTo1970 = 2_208_988_800.0

  /// The moment so many seconds after the beginning of 1970; moments that NTP has no number for
  /// become the nearest.
  package init(secondsSince1970 seconds: Double) {
    let whole = (seconds + Self.secondsTo1970).rounded(.down)
    let fraction = seconds + Self.secondsTo1970 - whole
    guard whole.isFinite, whole >= 0 else {
      bits = whole == .infinity ? .max : 0
      return
    }
    guard let high = UInt32(exactly: whole) else {
      bits = .max
      return
    }
    let low = UInt32(clamping: Int64(exactly: (fraction * 0x1p32).rounded(.down)) ?? 0)
    bits = UInt64(clamping: high) << 32 | UInt64(clamping: low)
  }

  /// How many seconds after the beginning of 1970 it is, to half a microsecond.
  package var secondsSince1970: Double {
    Double(bits >> 32) - Self.secondsTo1970 + Double(bits & 0xffff_ffff) * 0x1p-32
  }

  /// Orders by time.
  package static func < (lhs: OSCTimeTag, rhs: OSCTimeTag) -> Bool { lhs.bits < rhs.bits }
}
