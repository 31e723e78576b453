// SPDX-License-Identifier: Apache-2.0
// A piece of a JSON schema, as it is written: with its keys in order.

import ControlTower

/// A value of a schema.
enum SchemaNode: Sendable {
  case object([(key: String, value: SchemaNode)])
  case array([SchemaNode])
  case string(String)
  case number(Double)
  case flag(Bool)
  /// The place of a definition.
  indirect case place(SchemaDefinition)

  /// What a definition says.
  static func definition(_ definition: SchemaDefinition) -> SchemaNode {
    ["$ref": .place(definition)]
  }

  /// The keys and values of an object.
  var pairs: [(key: String, value: SchemaNode)] {
    if case .object(let pairs) = self { pairs } else { [] }
  }

  /// Names as a list.
  static func list(_ names: [String]) -> SchemaNode { .array(names.map(SchemaNode.string)) }
}

extension SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
  init(arrayLiteral elements: SchemaNode...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// What a schema defines by its name, and refers to elsewhere.
enum SchemaDefinition: Hashable, Sendable {
  case shape(Shape)
  case term(Term)
  /// A session of a category, which it names or has by its role.
  case category(Category)

  /// The name, unique among all of them.
  var name: String {
    switch self {
    case .shape(let shape): shape.rawValue
    case .term(let term): term.name
    case .category(let category): "\(category.rawValue)Session"
    }
  }

  /// What it stands for.
  var schema: SchemaNode {
    switch self {
    case .shape(let shape): shape.schema
    case .term(let term): term.schema
    case .category(let category): category.schema
    }
  }
}

// MARK: Rules

/// What holds between keys, which no row can say.
extension SchemaNode {
  static func shape(_ shape: Shape) -> SchemaNode { .definition(.shape(shape)) }
  static func term(_ term: Term) -> SchemaNode { .definition(.term(term)) }

  /// These keys are there.
  static func has(_ keys: String...) -> SchemaNode { ["required": .list(keys)] }

  /// A key is there, and its value is like this.
  static func key(_ key: String, _ value: SchemaNode) -> SchemaNode {
    ["properties": .object([(key, value)]), "required": .list([key])]
  }

  /// A key, if it is there, is like this.
  static func optional(_ key: String, _ value: SchemaNode) -> SchemaNode {
    ["properties": .object([(key, value)])]
  }

  /// It is one of these words.
  static func words(_ words: [String]) -> SchemaNode { ["enum": .list(words)] }
  static func words(_ words: some Sequence<some RawRepresentable<String>>) -> SchemaNode {
    .words(words.map(\.rawValue))
  }

  static func not(_ node: SchemaNode) -> SchemaNode { ["not": node] }
  static func any(_ nodes: [SchemaNode]) -> SchemaNode { ["anyOf": .array(nodes)] }
  static func all(_ nodes: [SchemaNode]) -> SchemaNode { ["allOf": .array(nodes)] }

  /// A list holds something like this.
  static func contains(_ node: SchemaNode) -> SchemaNode { ["contains": node] }

  /// None of these keys is there.
  static func lacks(_ keys: [String]) -> SchemaNode { .not(.atLeastOne(keys)) }

  /// One or more of these keys are there.
  static func atLeastOne(_ keys: [String]) -> SchemaNode { .any(keys.map { .has($0) }) }

  /// Just one of these keys is there.
  static func exactlyOne(_ keys: [String]) -> SchemaNode {
    ["oneOf": .array(keys.map { .has($0) })]
  }

  /// Two keys that do not go together.
  static func notBoth(_ first: String, _ second: String) -> SchemaNode {
    .not(.has(first, second))
  }

  /// Keys that mean nothing without another one.
  static func keys(_ keys: [String], need other: String) -> SchemaNode {
    ["dependentRequired": .object(keys.map { ($0, .list([other])) })]
  }

  /// What follows from something.
  static func when(_ condition: SchemaNode, _ then: SchemaNode, else other: SchemaNode? = nil)
    -> SchemaNode
  {
    let ends: [(key: String, value: SchemaNode)] = [("if", condition), ("then", then)]
    return .object(ends + (other.map { [("else", $0)] } ?? []))
  }
}
