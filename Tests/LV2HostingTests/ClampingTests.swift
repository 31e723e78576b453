// SPDX-License-Identifier: Apache-2.0
// Conversions of any floating-point number to a whole number.

import Quantities
import Testing

@Suite struct ClampingTests {
  @Test("what is out of range is the nearest and what is no number is zero")
  func whatIsOutOfRangeIsTheNearestAndWhatIsNoNumberIsZero() {
    #expect(Int(clamping: Double.nan) == 0)
    #expect(Int(clamping: Double.infinity) == .max)
    #expect(Int(clamping: -Double.infinity) == .min)
    #expect(Int(clamping: 0x1p63) == .max)
    #expect(Int(clamping: (0x1p63 as Double).nextDown) == 9_223_372_036_854_774_784)
    #expect(UInt32(clamping: -0.5) == 0)
    #expect(UInt32(clamping: -1.0) == 0)
    #expect(UInt32(clamping: 4_294_967_295.5) == .max)
    #expect(UInt64(clamping: Float.greatestFiniteMagnitude) == .max)
    #expect(Int8(clamping: -128.9) == -128)
    #expect(Int(clamping: 2.9) == 2 && Int(clamping: -2.9) == -2)
    #expect(Seconds(1e300).frames(at: .usual).value == .max)
  }
}
