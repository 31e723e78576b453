// SPDX-License-Identifier: Apache-2.0
// JSON from outside and to outside: the only place that passes bytes to Foundation.

internal import FoundationEssentials

/// Reads and writes JSON.
///
/// Foundation's reader has trapped on bytes that are no JSON, so it only gets bytes that
/// `JSONParser` has accepted.
package enum JSONText {
  /// The longest text that is read; Tarmac's own files and messages are much shorter.
  package static let maximumBytes = 16 << 20
  /// How deep lists and objects may be nested.
  package static let maximumDepth = 64

  /// The layout of a text.
  package enum Layout: Sendable {
    /// In one line.
    case line
    /// Spread over lines, for people.
    case page
  }

  /// Which numbers may be written and read.
  package enum Numbers: Sendable {
    /// Those that JSON has.
    case finite
    /// Infinities and NaN too, as texts.
    case all
  }

  /// Writes a value, without an end of line; its keys are sorted.
  package static func encode(
    _ value: some Encodable,
    as layout: Layout = .line,
    numbers: Numbers = .finite
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if layout == .page { encoder.outputFormatting.insert(.prettyPrinted) }
    if numbers == .all {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
      )
    }
    return Array(try encoder.encode(value))
  }

  /// Reads a value from a text; throws a `JSONProblem` when it is not JSON, a `DecodingError` when
  /// it is something else.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: some Sequence<UInt8>,
    numbers: Numbers = .finite
  ) throws -> Value {
    let bytes = Array(text)
    _ = try value(of: bytes)
    let decoder = JSONDecoder()
    if numbers == .all {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
      )
    }
    return try decoder.decode(type, from: Data(bytes))
  }

  /// Parses a text.
  package static func value(of text: [UInt8]) throws(JSONProblem) -> JSONValue {
    var parser = JSONParser(text)
    return try parser.text()
  }
}
