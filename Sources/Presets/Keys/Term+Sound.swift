// SPDX-License-Identifier: Apache-2.0
// Graphs and sources, as a schema knows them.

import RigModel

// MARK: Graphs

extension Term {
  /// A chain of plugins, a file with a graph, or nodes and connections.
  static let anyGraph = Term(
    "anyGraph",
    KeyValue.any([.list(.mapping(.step)), .mapping(.graph)]).schema
  )

  /// A graph without what needs other sessions.
  static let outsideGraph = Term(
    "outsideGraph",
    .all([
      .term(.anyGraph), plugins(.lacks(["insert", "sidechain"] + PluginUse.variantKeys)),
      // `phone.ring.fader_db` is the fader of a ring.
      [
        "items": .optional("id", .not(["const": "ring"])),
        "properties": ["nodes": ["propertyNames": .not(["const": "ring"])]],
      ],
    ])
  )

  /// Each plugin, of a chain or of nodes.
  private static func plugins(_ rule: SchemaNode) -> SchemaNode {
    ["items": rule, "properties": ["nodes": ["additionalProperties": rule]]]
  }

  /// The connections of nodes; a graph that connects nothing to its end is heard nowhere.
  static let connections = {
    let end = #"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)?"#
    return Term(
      "connections",
      [
        "type": "array",
        "items": ["type": "string", "pattern": .string("^ *\(end) *-> *\(end) *$")],
        "contains": [
          "pattern": #"-> *out(\.\+?0*([1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-6]))? *$"#
        ],
      ]
    )
  }()

  /// Values of a plugin by the names of its inputs and parameters.
  static let parameters = Term(
    "parameters",
    ["type": "object", "additionalProperties": ["type": ["number", "boolean", "string"]]]
  )
}

// MARK: Sources

extension Term {
  /// A source without other sessions.
  static let outsideSource = Term(
    "outsideSource",
    .all([
      .shape(.source), .lacks(["session", "insert", "secondary"]),
      .optional("route", .not(["const": .string(Send.currentRoute)])),
    ])
  )

  /// A session that hears an input.
  static let hearsInput = Term("hearsInput", source(with: "route"))

  /// A session that hears another one.
  static let hearsSession = Term(
    "hearsSession",
    .any([
      source(with: "session"), .key("graph", ["type": "array", "contains": .has("insert")]),
    ])
  )

  /// A session with a source that has a key.
  private static func source(with key: String) -> SchemaNode {
    .any([
      .key("source", .has(key)),
      .all([
        .has("sources"), .not(.optional("sources", ["additionalProperties": .not(.has(key))])),
      ]),
    ])
  }
}
