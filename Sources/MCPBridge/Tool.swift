// SPDX-License-Identifier: Apache-2.0
// A tool that a model can use: its name, its parameters, and its action.

package import StrictJSON
import Suggestions

/// A tool of an MCP server.
package struct Tool: Sendable {
  /// Carries it out; the result is an object.
  package typealias Action = @Sendable (ToolArguments) async throws(ToolFailure) -> JSONValue

  /// The name by which it is called.
  package let name: String
  /// The name for people.
  package let title: String
  /// What it does, for the model or the user that decides whether to use it.
  package let description: String
  /// The parameters.
  package var parameters: [Parameter]
  /// Whether it changes nothing.
  package let isReadOnly: Bool
  let action: Action

  /// A parameter of a tool.
  package struct Parameter: Sendable {
    /// Its name.
    package let name: String
    /// Its JSON Schema.
    package let schema: JSONValue
    /// Whether the tool needs it.
    package let isRequired: Bool

    /// Describes a parameter; `schema` says what goes beyond the description.
    package init(
      _ name: String,
      _ description: String,
      isRequired: Bool = false,
      _ schema: [String: JSONValue]
    ) {
      self.name = name
      self.isRequired = isRequired
      self.schema = .object(schema.merging(["description": .string(description)]) { $1 })
    }
  }

  /// Describes a tool.
  package init(
    _ name: String,
    title: String,
    _ description: String,
    isReadOnly: Bool = true,
    _ parameters: [Parameter] = [],
    _ action: @escaping Action
  ) {
    (self.name, self.title, self.description) = (name, title, description)
    (self.parameters, self.isReadOnly, self.action) = (parameters, isReadOnly, action)
  }
}

/// Why a tool failed: one sentence, for the model and for people.
package struct ToolFailure: Error, Hashable, Sendable {
  /// The sentence.
  package var sentence: String

  /// Describes a failure.
  package init(_ sentence: String) {
    self.sentence = sentence
  }
}

extension Tool {
  /// The tool as `tools/list` describes it.
  var listing: JSONValue {
    .object([
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": .object([
        "type": .string("object"),
        "properties": .object(
          Dictionary(
            parameters.map { ($0.name, $0.schema) },
            uniquingKeysWith: { first, _ in first }
          )
        ),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .bool(false),
      ]),
      "annotations": .object([
        "title": .string(title), "readOnlyHint": .bool(isReadOnly),
        "destructiveHint": .bool(!isReadOnly), "openWorldHint": .bool(false),
      ]),
    ])
  }

  /// Carries it out; refuses unknown arguments.
  func call(_ arguments: [String: JSONValue]) async throws(ToolFailure) -> JSONValue {
    let known = parameters.map(\.name)
    for name in arguments.keys.sorted() where !known.contains(name) {
      let hint =
        known.isEmpty ? "it takes nothing." : Suggestion.among(known, for: String(name.prefix(64)))
      throw ToolFailure("'\(self.name)' takes no '\(name.prefix(64))'; \(hint)")
    }
    for parameter in parameters where parameter.isRequired && arguments[parameter.name] == nil {
      throw ToolFailure("'\(name)' needs '\(parameter.name)'.")
    }
    return try await action(ToolArguments(tool: name, members: arguments))
  }
}

/// The arguments of a call.
package struct ToolArguments: Sendable {
  let tool: String
  let members: [String: JSONValue]

  /// Any value; `nil` when there is none.
  package subscript(name: String) -> JSONValue? { members[name] }

  /// A text that the tool needs.
  package func text(_ name: String) throws(ToolFailure) -> String {
    guard let text = try optionalText(name) else { throw misfit(name, "a text") }
    return text
  }

  /// A text.
  package func optionalText(_ name: String) throws(ToolFailure) -> String? {
    switch members[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw misfit(name, "a text")
    }
  }

  /// A list of texts.
  package func texts(_ name: String) throws(ToolFailure) -> [String]? {
    guard let value = members[name], value != .null else { return nil }
    guard case .array(let elements) = value else { throw misfit(name, "a list of texts") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw misfit(name, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Texts by their names.
  package func textsByName(_ name: String) throws(ToolFailure) -> [String: String]? {
    guard let value = members[name], value != .null else { return nil }
    guard case .object(let members) = value else { throw misfit(name, "an object of texts") }
    var texts: [String: String] = [:]
    for (key, member) in members {
      guard case .string(let text) = member else { throw misfit(name, "an object of texts") }
      texts[key] = text
    }
    return texts
  }

  /// A number.
  package func number(_ name: String) throws(ToolFailure) -> Double? {
    switch members[name] {
    case nil, .null: return nil
    case .integer(let number): return Double(number)
    case .number(let number): return number
    default: throw misfit(name, "a number")
    }
  }

  /// A truth value.
  package func flag(_ name: String) throws(ToolFailure) -> Bool? {
    switch members[name] {
    case nil, .null: return nil
    case .bool(let flag): return flag
    default: throw misfit(name, "true or false")
    }
  }

  private func misfit(_ name: String, _ kind: String) -> ToolFailure {
    ToolFailure("The '\(name)' of '\(tool)' has to be \(kind).")
  }
}
