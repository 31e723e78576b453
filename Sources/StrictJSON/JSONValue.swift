// SPDX-License-Identifier: Apache-2.0
// Any JSON value, such as a line whose method is not known yet.

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

extension JSONValue: Encodable {
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
  /// The value with all texts, but not the keys, changed by `change`.
  package func mapTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mapTexts(change) })
    case .object(let members): .object(members.mapValues { $0.mapTexts(change) })
    case .null, .bool, .integer, .number: self
    }
  }

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
