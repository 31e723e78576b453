// SPDX-License-Identifier: Apache-2.0
// Any JSON: what a line holds before its method says what it should hold.

/// Any JSON value.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// The path of a key that is set here but not in `known`; `nil` when there is none.
  package func firstKey(missingIn known: JSONValue, at path: String) -> String? {
    switch (self, known) {
    case (.object(let own), .object(let others)):
      for (key, value) in own.sorted(by: { $0.key < $1.key }) where value != .null {
        guard let other = others[key] else { return "\(path).\(key)" }
        if let found = value.firstKey(missingIn: other, at: "\(path).\(key)") { return found }
      }
      return nil
    case (.array(let own), .array(let others)):
      return zip(own, others).enumerated().lazy.compactMap { index, pair in
        pair.0.firstKey(missingIn: pair.1, at: "\(path)[\(index)]")
      }.first
    default:
      return nil
    }
  }
}
