// SPDX-License-Identifier: Apache-2.0
// JSON as we take it: strictly, within bounds, and with the same meaning as Foundation's.

import ControlProtocol
import Foundation
import StrictJSON
import Testing

@Suite("JSON from outside")
struct JSONTextTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONText.value(of: Array(text.utf8))
  }

  @Test(
    "what is JSON means what it says",
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false\r\n", .bool(false)), ("0", .integer(0)),
      ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5e-3", .number(0.0015)),
      ("1E-2", .number(0.01)), ("2.5e-300", .number(2.5e-300)), ("\"\"", .string("")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u00e9\uD83D\uDE00\u0000""#, .string("é😀\u{0}")), ("\"é😀\"", .string("é😀")),
      ("[]", .array([])),
      ("[ 1 , [2] ]", .array([.integer(1), .array([.integer(2)])])), ("{}", .object([:])),
      (#"{ "a" : { "b":null } , "":1 }"#, .object(["a": .object(["b": .null]), "": .integer(1)])),
    ] as [(String, JSONValue)]
  )
  func meaning(_ text: String, _ meant: JSONValue) throws {
    #expect(try value(text) == meant)
    #expect(try JSONText.value(of: JSONText.encode(meant)) == meant)
    // Foundation can read all that our parser accepts.
    let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: options)
    }
  }

  @Test(
    "what is nearly JSON is refused",
    arguments: [
      "", " ", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
      "{1:1}", "'a'", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\\ud800\"",
      "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "\"\n\"", "nul", "nulll", "True", "NaN",
      "Infinity", "+1", "01",
      "-", "-a", "1.", ".5", "1e", "1e+", "0x1", "1e999", "-1e999", "1 1", "\u{FEFF}1", "/**/1",
      #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#,
    ]
  )
  func nearly(_ text: String) {
    #expect(throws: JSONProblem.self) { try value(text) }
  }

  @Test("bytes that are no UTF-8 are refused, in texts and elsewhere")
  func encoding() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x31, 0x00], [0xFF, 0xFE, 0x31, 0x00],
    ] {
      #expect(throws: JSONProblem.self) { try JSONText.value(of: bytes) }
    }
  }

  @Test("lists and objects may be nested 64 deep, and a text may have 16 MB")
  func bounds() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try value(nested(64)) }
    for depth in [65, 512, 513, 514, 1_000_000] {
      #expect(throws: JSONProblem.tooDeep) { try value(nested(depth)) }
      #expect(throws: JSONProblem.tooDeep) {
        try value(String(repeating: "[", count: depth))
      }
    }
    let blank = [UInt8](repeating: 0x20, count: JSONText.maximumBytes - 1)
    #expect(try JSONText.value(of: blank + [0x31]) == .integer(1))
    #expect(throws: JSONProblem.tooLong) { try JSONText.value(of: blank + [0x31, 0x20]) }
  }

  @Test("a type never sees bytes that are no JSON")
  func types() throws {
    for text in [String(repeating: "[", count: 513), #"{"a":1,"a":2}"#] {
      #expect(throws: JSONProblem.self) {
        try JSONText.decode([String: Int].self, from: text.utf8)
      }
    }
    #expect(throws: DecodingError.self) { try JSONText.decode([Int].self, from: "{}".utf8) }
    #expect(throws: DecodingError.self) { try JSONText.decode([Int].self, from: "[1e300]".utf8) }
    #expect(throws: (any Error).self) { try JSONText.encode([Double.nan]) }
    let all = try JSONText.encode([Double.infinity, -.infinity], numbers: .all)
    #expect(
      try JSONText.decode([Double].self, from: all, numbers: .all) == [.infinity, -.infinity]
    )
  }
}
