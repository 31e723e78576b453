// SPDX-License-Identifier: Apache-2.0
// What a schema says of a value.

extension KeyValue {
  /// The schema of the value.
  var schema: SchemaNode {
    switch self {
    case .toggle: .term(.boolean)
    // Libraries of YAML 1.1 read `off` and write `false`.
    case .oneOf(let words) where words.contains("off"):
      .any([.words(words.filter { $0 != "off" }), .term(.off)])
    case .oneOf(let words): .words(words)
    case .number(let range): Self.number("number", range)
    case .below(let range):
      [
        "type": "number", "minimum": .number(range.lowerBound),
        "exclusiveMaximum": .number(range.upperBound),
      ]
    case .whole(let range):
      Self.number("integer", Double(range.lowerBound)...Double(range.upperBound))
    case .level(let range): .any([Self.number("number", range), .term(.silence)])
    case .term(let term): .term(term)
    case .mapping(let shape): .shape(shape)
    case .named(let term, let value, let most):
      .object(
        [("type", "object")] + (most.map { [("maxProperties", .number(Double($0)))] } ?? [])
          + (term.map { [("propertyNames", .term($0))] } ?? [])
          + [("additionalProperties", value.schema)]
      )
    case .list(let value, let rule):
      .object([("type", "array")] + rule.schema + [("items", value.schema)])
    case .any(let values): .any(values.map(\.schema))
    }
  }

  private static func number(_ type: String, _ range: ClosedRange<Double>) -> SchemaNode {
    [
      "type": .string(type), "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }
}

extension KeyValue.ListRule {
  fileprivate var schema: [(key: String, value: SchemaNode)] {
    var pairs: [(key: String, value: SchemaNode)] = []
    if let count, count.lowerBound > 0 {
      pairs.append(("minItems", .number(Double(count.lowerBound))))
    }
    if let count, count.upperBound < Int.max {
      pairs.append(("maxItems", .number(Double(count.upperBound - 1))))
    }
    if isSet { pairs.append(("uniqueItems", true)) }
    return pairs
  }
}

extension Key {
  /// The schema of the key, with what the documentation says of it.
  fileprivate var schema: SchemaNode {
    let sentence = cell.plain
    let text = sentence.isEmpty ? [] : [("description", SchemaNode.string(sentence))]
    return .object(text + value.schema.pairs + (usual.schema.map { [("default", $0)] } ?? []))
  }
}

extension Key.Usual {
  fileprivate var schema: SchemaNode? {
    switch self {
    case .flag(let flag): .flag(flag)
    case .word(let word): .string(word)
    case .number(let number): .number(number)
    case .required, .text: nil
    }
  }
}

extension Shape {
  /// The schema of the mapping.
  var schema: SchemaNode {
    var properties = table.rows.map { (key: $0.name, value: $0.schema) }
    var required = table.rows.filter { $0.usual.isRequired }.map(\.name)
    var rules = table.rules()
    // Libraries of YAML 1.1 read the key `on` and write `true`.
    if let on = table["on"] {
      properties.append((key: "true", value: on.schema))
      if required.contains("on") { rules.append(.exactlyOne(["on", "true"])) }
      required.removeAll { $0 == "on" }
    }
    return .object(
      [("type", "object"), ("additionalProperties", false)]
        + (required.isEmpty ? [] : [("required", .list(required))])
        + [("properties", .object(properties))]
        + (rules.isEmpty ? [] : [("allOf", .array(rules))])
    )
  }
}

extension Key.Usual {
  fileprivate var isRequired: Bool { if case .required = self { true } else { false } }
}

extension String {
  /// A cell of the documentation as a sentence for editors, without links to other places of it.
  fileprivate var plain: String {
    let text = replacing(#/[,;:]?( or)? see (below|there|\[[^\]]*\]\([^)]*\))/#, with: "")
      .replacing(#/ \(\[[^\]]*\]\([^)]*\)\)/#, with: "")
    return text.prefix(1).uppercased() + text.dropFirst() + (text.isEmpty ? "" : ".")
  }
}
