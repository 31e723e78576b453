// SPDX-License-Identifier: Apache-2.0
// The rules for what comes from outside hold, and the checks that say so can fail.

import Testing

@Suite("What comes from outside")
struct OutsideTests {
  @Test("JSON is read and written in one place")
  func sideDoors() throws {
    #expect(try Repository.files(under: "Sources").flatMap(OutsideRules.sideDoors) == [])
  }

  @Test("no number from outside is converted by what traps when it does not fit")
  func traps() throws {
    #expect(try Repository.files(under: "Sources").flatMap(OutsideRules.traps) == [])
  }

  @Test("a decoder elsewhere and a conversion that traps are found")
  func planted() {
    let path = "Sources/Host/Run/A.swift"
    let decoder = SourceFile(path: path, text: "let decoder = JSONDecoder()")
    #expect(OutsideRules.sideDoors(in: decoder).count == 1)
    for (text, count) in [
      ("let frame = Int(seconds * rate)", 1), ("UInt32(a) + Int16(clamping: b) + Int64(c)", 2),
      ("poll(Int16(POLLIN), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))", 0),
      ("Int(count)  // FITS: it is 1 to 64", 0), ("/// Makes an Int(x).", 0),
    ] {
      #expect(OutsideRules.traps(in: SourceFile(path: path, text: text)).count == count, "\(text)")
    }
    let demo = SourceFile(path: "Sources/Host/Demo/A.swift", text: "Int(x)")
    #expect(OutsideRules.traps(in: demo) == [])
  }
}
