// SPDX-License-Identifier: Apache-2.0
// What others count as JSON: the files of JSONTestSuite, through the parser and through a live
// socket.

import ControlProtocol
import ControlServer
import Foundation
import Patience
import RawSocket
import StrictJSON
import Synchronization
import Testing

@Suite("JSONTestSuite")
struct JSONSuiteTests {
  private struct Text: Sendable {
    let name: String
    let bytes: [UInt8]

    /// Whether the parser is to accept it: it accepts valid JSON, with the exceptions of
    /// `explained`.
    var isToBeTaken: Bool { JSONSuiteTests.explained[name] ?? name.hasPrefix("y_") }

    /// What a reader of lines makes of it.
    var lines: [[UInt8]] {
      bytes.split(separator: UInt8(ascii: "\n")).map(Array.init).filter { line in
        line.contains { ![0x20, 0x09, 0x0D].contains($0) }
      }
    }
  }

  /// Texts whose result does not follow from the first letter of their name, and those that the
  /// specification leaves to the implementation.
  private static let explained: [String: Bool] = {
    var table: [String: Bool] = [:]
    // No key twice: another reader may take the other one of two (RFC 8259, section 4).
    for name in ["y_object_duplicated_key", "y_object_duplicated_key_and_value"] {
      table[name] = false
    }
    // Integers with more digits than 64 bits hold are rounded to a `Double`; numbers that are too
    // near to zero become zero.
    for name in [
      "i_number_double_huge_neg_exp", "i_number_real_underflow",
      "i_number_too_big_neg_int", "i_number_too_big_pos_int", "i_number_very_big_negative_int",
    ] { table[name] = true }
    // No number that a `Double` can't hold.
    for name in [
      "i_number_huge_exp", "i_number_neg_int_huge_exp", "i_number_pos_double_huge_exp",
      "i_number_real_neg_overflow", "i_number_real_pos_overflow",
    ] { table[name] = false }
    // No half of a surrogate pair.
    for name in [
      "i_object_key_lone_2nd_surrogate", "i_string_1st_surrogate_but_2nd_missing",
      "i_string_1st_valid_surrogate_2nd_invalid", "i_string_incomplete_surrogate_and_escape_valid",
      "i_string_incomplete_surrogate_pair", "i_string_incomplete_surrogates_escape_valid",
      "i_string_invalid_lonely_surrogate", "i_string_invalid_surrogate",
      "i_string_inverted_surrogates_U+1D11E", "i_string_lone_second_surrogate",
    ] { table[name] = false }
    // UTF-8 alone, without a byte order mark (RFC 8259, section 8.1).
    for name in [
      "i_string_UTF-16LE_with_BOM", "i_string_UTF-8_invalid_sequence",
      "i_string_UTF8_surrogate_U+D800", "i_string_invalid_utf-8", "i_string_iso_latin_1",
      "i_string_lone_utf8_continuation_byte", "i_string_not_in_unicode_range",
      "i_string_overlong_sequence_2_bytes", "i_string_overlong_sequence_6_bytes",
      "i_string_overlong_sequence_6_bytes_null", "i_string_truncated-utf-8",
      "i_string_utf16BE_no_BOM", "i_string_utf16LE_no_BOM", "i_structure_UTF-8_BOM_empty_object",
    ] { table[name] = false }
    // Nested at most 64 deep.
    table["i_structure_500_nested_arrays"] = false
    return table
  }()

  private static let texts: [Text] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("JSONTestSuite")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appendingPathComponent(name))).map {
        Text(name: String(name.dropLast(".json".count)), bytes: Array($0))
      }
    }
  }()

  @Test("has its 318 files, and each that we decide ourselves is in the table")
  func files() {
    #expect(Self.texts.count == 318)
    let names = Set(Self.texts.map(\.name))
    #expect(Self.explained.keys.allSatisfy(names.contains))
    for name in names where name.hasPrefix("i_") {
      #expect(Self.explained[name] != nil, "\(name)")
    }
  }

  @Test("is taken and refused as it says, by the parser")
  func parser() {
    for text in Self.texts {
      let isTaken: Bool
      do throws(JSONProblem) {
        _ = try JSONText.value(of: text.bytes)
        isTaken = true
      } catch {
        #expect(!error.description.isEmpty)
        isTaken = false
      }
      #expect(isTaken == text.isToBeTaken, "\(text.name)")
    }
  }

  @Test("is taken and refused as it says by a socket, line by line, each refusal with a sentence")
  func socket() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await blocking {
      let client = try RawClient(bench.path)
      for text in Self.texts {
        // A text of one line gets one answer; of a text of several lines, each line is a message of
        // its own here.
        for line in text.lines {
          let isTaken = (try? JSONText.value(of: line)) != nil
          if text.lines.count == 1 { #expect(isTaken == text.isToBeTaken, "\(text.name)") }
          try Self.ask(client, line, isTaken: isTaken, text.name)
        }
        // Where a line may end, a space is allowed as well.
        if text.isToBeTaken, text.lines.count > 1 {
          let line = text.bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
          try Self.ask(client, line, isTaken: true, text.name)
        }
      }
      // The connection has survived all of it.
      client.write(UnixSocketServerTests.info + "\n")
      #expect(try client.line()?.contains("0.1.0") == true)
    }
    #expect(bench.reports.withLock { $0 } == [])
  }

  /// Sends a line: what is no JSON is answered with a parse error, JSON that is no request with
  /// that error.
  private static func ask(
    _ client: RawClient,
    _ line: [UInt8],
    isTaken: Bool,
    _ name: String
  ) throws {
    client.send(line)
    let answer = try #require(try client.line(), "\(name)")
    #expect(answer.contains("-32700") != isTaken, "\(name): \(answer)")
    #expect(answer.contains("-32600") == isTaken, "\(name): \(answer)")
    #expect(answer.contains(#""message":""#))
  }
}
