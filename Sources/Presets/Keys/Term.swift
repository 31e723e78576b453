// SPDX-License-Identifier: Apache-2.0
// Values with a form of their own, and what a schema can say of it.

import ControlTower
import RigModel

/// A kind of value that many keys take, or that a schema says much of.
struct Term: Sendable {
  /// The name of its definition in schemas.
  let name: String
  /// What a schema says of it.
  let schema: SchemaNode
  /// The words that it consists of.
  let words: [String]

  init(_ name: String, words: [String] = [], _ schema: SchemaNode) {
    (self.name, self.words, self.schema) = (name, words, schema)
  }
}

extension Term: Hashable {
  static func == (left: Term, right: Term) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: Scalars

extension Term {
  static let version = Term(
    "version",
    ["anyOf": [["const": 1], ["type": "string", "pattern": #"^\+?0*1(\.0*)?$"#]]]
  )

  static let text = Term("text", ["type": ["string", "number", "boolean"], "minLength": 1])

  /// The words for switches, as in YAML 1.1.
  static let boolean = Term("boolean", ["enum": .array(flags(true) + flags(false))])
  static let on = Term("on", ["enum": .array(flags(true))])
  static let off = Term("off", ["enum": .array(flags(false))])

  private static func flags(_ flag: Bool) -> [SchemaNode] {
    let words = flag ? ["true", "on", "yes"] : ["false", "off", "no"]
    return [.flag(flag)]
      + words.flatMap { word in
        [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
          .map(SchemaNode.string)
      }
  }

  /// The level of silence; the number is what libraries make of `-.inf`.
  static let silence = Term(
    "silence",
    [
      "anyOf": [
        ["type": "string", "pattern": #"^-(\.?[iI][nN][fF]|[iI][nN][fF][iI][nN][iI][tT][yY])$"#],
        ["type": "number", "exclusiveMaximum": .number(-Double.greatestFiniteMagnitude)],
      ]
    ]
  )
}

// MARK: Names

extension Term {
  private static let nameForm = "[A-Za-z0-9_-]{1,\(Limits.nameLength)}"

  static let name = Term("name", named("^\(nameForm)$"))
  /// A name that means nothing else in paths and sends.
  static let ownName = Term(
    "ownName",
    ["pattern": .string("^\(nameForm)$"), "not": .words(Rig.reservedNames.map(\.key))]
  )
  static let nodeName = Term(
    "nodeName",
    .all([.term(.name), .not(.words([GraphReader.inputName, GraphReader.outputName]))])
  )
  static let sourceName = Term(
    "sourceName",
    .all([.term(.name), .not(.words([GraphReader.outputName]))])
  )
  /// A session, or one of its players.
  static let player = Term("player", named(#"^\#(nameForm)(\.\#(nameForm))?$"#))

  /// What libraries may read as something else than a text.
  private static func named(_ pattern: String) -> SchemaNode {
    ["type": ["string", "integer", "boolean"], "pattern": .string(pattern)]
  }

  static let interrupterName = {
    let words = Interrupter.allCases.map(\.rawValue)
    return Term("interrupterName", words: words, .words(words))
  }()

  /// The options of a session; not one beside its own former name.
  static let options = {
    let renamed = CategoryOption.deprecatedNames.sorted { $0.key < $1.key }
    let words = CategoryOption.known
    return Term(
      "options",
      words: words,
      [
        "type": "array", "uniqueItems": true, "items": .words(words),
        "allOf": .array(
          renamed.map { former, option in
            .not(.all([former, option.rawValue].map { .contains(["const": .string($0)]) }))
          }
        ),
      ]
    )
  }()
}

extension SessionKeyword {
  /// The words that presets may use, with the former names.
  static var known: [String] { usable.map(\.rawValue) + deprecatedNames.keys.sorted() }

  /// The names of a word, its former ones last.
  var names: [String] {
    [rawValue] + Self.deprecatedNames.filter { $0.value.rawValue == rawValue }.keys.sorted()
  }
}
