// SPDX-License-Identifier: Apache-2.0
// No number from outside traps on its way in, and the check that says so can fail.

import Testing

@Suite("Numbers from outside")
struct NumberTests {
  @Test("every conversion says what becomes of a number that does not fit")
  func tree() throws {
    let files = try NumberRules.folders.flatMap { try Repository.files(under: $0) }
    #expect(files.count > 60)
    #expect(files.flatMap(NumberRules.violations) == [])
  }

  @Test(
    "a conversion that traps is found",
    arguments: [
      "let size = UInt32(count)", "return Int16(events)", "let end = UInt64(now - then)",
      "Int((value * rate.hertz).rounded())", "let frames = Int(2 * rate.hertz)",
      "let wait = UInt64(seconds * 1e9)",
    ]
  )
  func planted(_ line: String) {
    #expect(NumberRules.violations(in: file(line)).count == 1)
  }

  @Test(
    "a conversion that does not trap passes",
    arguments: [
      "let size = UInt32(clamping: count)", "Int32(exactly: value)", "put(UInt32(0))",
      "UInt8(truncatingIfNeeded: bits)", "Int32(SRC_SINC_MEDIUM_QUALITY)", "// UInt32(count)",
      "Int32(text, radix: 10)", "let index = Int(port)",
    ]
  )
  func innocent(_ line: String) {
    #expect(NumberRules.violations(in: file(line)) == [])
  }

  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "Sources/LV2Hosting/X.swift", text: text)
  }
}
