// SPDX-License-Identifier: Apache-2.0
// The schemas for editors, made from the tables of keys.

import RigModel

/// A schema for editors.
package enum SchemaFile: String, CaseIterable {
  case preset = "tarmac.schema.json"
  case graph = "tarmac-graph.schema.json"
  case controls = "tarmac-controls.schema.json"
  case scenario = "tarmac-scenario.schema.json"

  /// The mapping that such a file is.
  private var shape: Shape {
    switch self {
    case .preset: .preset
    case .graph: .part
    case .controls: .controls
    case .scenario: .scenario
    }
  }

  private var title: String {
    switch self {
    case .preset: "Tarmac preset"
    case .graph: "Tarmac graph file"
    case .controls: "Tarmac file of controls"
    case .scenario: "Tarmac scenario"
    }
  }

  private var summary: String {
    switch self {
    case .preset: "A rig for Tarmac: routes, sessions and recordings."
    case .graph: "A graph for `use` of presets and of other graphs."
    case .controls: "Names for the controls of a MIDI controller, for `use` of a MIDI map."
    case .scenario: "A story about a preset: what happens, and when."
    }
  }

  /// All that the schema defines, the mapping that the file is first.
  var definitions: [SchemaDefinition] {
    var found = [SchemaDefinition.shape(shape)]
    var next = 0
    while next < found.count {
      for definition in found[next].schema.definitions where !found.contains(definition) {
        found.append(definition)
      }
      next += 1
    }
    return found
  }

  /// The text of the schema, with all that it refers to.
  package var text: String {
    let schema: SchemaNode = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("https://tarmac.example/presets/\(rawValue)"),
      "title": .string(title), "description": .string(summary), "$ref": .place(.shape(shape)),
      "$defs": .object(definitions.map { ($0.name, $0.schema) }),
    ]
    return schema.text() + "\n"
  }
}

extension SchemaNode {
  /// The definitions that it refers to.
  fileprivate var definitions: [SchemaDefinition] {
    switch self {
    case .object(let pairs): pairs.flatMap(\.value.definitions)
    case .array(let nodes): nodes.flatMap(\.definitions)
    case .place(let definition): [definition]
    case .string, .number, .flag: []
    }
  }

  /// The text in JSON: in one line where that is short.
  fileprivate func text(indent: String = "") -> String {
    let line = oneLine
    guard indent.count + line.count > 100 else { return line }
    let inner = indent + "  "
    switch self {
    case .object(let pairs):
      let lines = pairs.map { pair in
        "\(inner)\(Self.quoted(pair.key)): \(pair.value.text(indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let nodes) where nodes.contains(where: { !$0.pairs.isEmpty }):
      let lines = nodes.map { inner + $0.text(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .array, .string, .number, .flag, .place: return line
    }
  }

  private var oneLine: String {
    switch self {
    case .object(let pairs):
      "{ "
        + pairs.map { "\(Self.quoted($0.key)): \($0.value.oneLine)" }.joined(separator: ", ")
        + " }"
    case .array(let nodes): "[" + nodes.map(\.oneLine).joined(separator: ", ") + "]"
    case .string(let text): Self.quoted(text)
    case .number(let number): number.short
    case .flag(let flag): flag ? "true" : "false"
    case .place(let definition): Self.quoted("#/$defs/\(definition.name)")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
