// SPDX-License-Identifier: Apache-2.0
// The Model Context Protocol for tools: requests of a client, and their answers.

import ControlProtocol
import StrictJSON

/// Serves tools to one client: a line goes in, a line with the answer comes out.
///
/// > Threading: Any. One line after the other.
package struct MCPServer {
  private let name: String
  private let version: String
  private let instructions: String
  /// Returns the tools that there are at the moment.
  private let tools: () async -> [Tool]
  /// Why tools that change something are hidden; `nil` where they are not.
  private let readOnlyReason: String?
  private var isInitialized = false

  /// The versions of the protocol that are spoken, the newest first.
  package static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// Prepares to serve.
  ///
  /// - Parameters:
  ///   - name: of the server, for its clients.
  ///   - version: of the server.
  ///   - instructions: what a model should know before it uses the tools.
  ///   - readOnlyReason: why nothing may be changed; tools that change something are hidden then.
  ///   - tools: called whenever a client asks.
  package init(
    name: String,
    version: String,
    instructions: String,
    readOnlyReason: String? = nil,
    tools: @escaping () async -> [Tool]
  ) {
    (self.name, self.version, self.instructions) = (name, version, instructions)
    (self.readOnlyReason, self.tools) = (readOnlyReason, tools)
  }

  /// What was wrong with a message, with JSON-RPC's number for it.
  private struct Problem: Error {
    let code: Int64
    let message: String

    static func invalid(_ message: String) -> Problem { Problem(code: -32600, message: message) }
    static func parameters(_ message: String) -> Problem { Problem(code: -32602, message: message) }
  }

  /// Answers a line; `nil` when nothing in it wants an answer.
  package mutating func answer(line: [UInt8]) async -> [UInt8]? {
    let message: JSONValue
    do throws(JSONProblem) {
      message = try JSONText.value(of: line)
    } catch {
      return Self.text(Self.failure(.null, -32700, "This line can't be read: \(error)."))
    }
    guard case .array(let batch) = message, !batch.isEmpty else {
      return await respond(to: message).map(Self.text)
    }
    var answers: [JSONValue] = []
    for one in batch.prefix(ControlWire.maximumBatch) {
      if let answer = await respond(to: one) { answers.append(answer) }
    }
    return answers.isEmpty ? nil : Self.text(.array(answers))
  }

  /// The answer to a line that is too long.
  package static var tooLong: [UInt8] {
    text(failure(.null, -32600, "A line is longer than 1 MB."))
  }

  private mutating func respond(to message: JSONValue) async -> JSONValue? {
    guard case .object(let members) = message, members["jsonrpc"] == .string("2.0"),
      case .string(let method) = members["method"]
    else {
      // This is an answer, but we send no requests: ignore it.
      if case .object(let members) = message, members["method"] == nil,
        members["result"] != nil || members["error"] != nil
      {
        return nil
      }
      return Self.failure(
        .null,
        -32600,
        "A message is an object with jsonrpc \"2.0\" and a method."
      )
    }
    // Notifications are ignored: none of them changes anything here.
    guard let id = members["id"] else { return nil }
    switch id {
    case .string, .integer, .number: break
    default: return Self.failure(.null, -32600, "An id is a text or a number.")
    }
    var params: [String: JSONValue] = [:]
    if case .object(let members) = members["params"] { params = members }
    do throws(Problem) {
      let result = try await carryOut(method, params)
      return .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
    } catch {
      return Self.failure(id, error.code, error.message)
    }
  }

  private mutating func carryOut(
    _ method: String,
    _ params: [String: JSONValue]
  ) async throws(Problem) -> JSONValue {
    switch method {
    case "ping": return .object([:])
    case "initialize": return try initialize(params)
    case "tools/list":
      try checkInitialized(method)
      return .object(["tools": .array(await usableTools().map(\.listing))])
    case "tools/call":
      try checkInitialized(method)
      return try await call(params)
    default:
      throw Problem(
        code: -32601,
        message: "There is no method '\(method.prefix(64))'; this server has tools alone."
      )
    }
  }

  /// Agrees on the version that the client asks for, or else offers the newest.
  private mutating func initialize(_ params: [String: JSONValue]) throws(Problem) -> JSONValue {
    guard case .string(let wanted) = params["protocolVersion"] else {
      throw .parameters("'initialize' needs 'protocolVersion'.")
    }
    isInitialized = true
    let version = Self.versions.contains(wanted) ? wanted : Self.versions[0]
    return .object([
      "protocolVersion": .string(version),
      "capabilities": .object(["tools": .object([:])]),
      "serverInfo": .object(["name": .string(name), "version": .string(self.version)]),
      "instructions": .string(instructions),
    ])
  }

  private func checkInitialized(_ method: String) throws(Problem) {
    guard isInitialized else { throw .invalid("Say 'initialize' before '\(method)'.") }
  }

  private func usableTools() async -> [Tool] {
    await tools().filter { readOnlyReason == nil || $0.isReadOnly }
  }

  private func call(_ params: [String: JSONValue]) async throws(Problem) -> JSONValue {
    guard case .string(let name) = params["name"] else {
      throw .parameters("'tools/call' needs the 'name' of a tool.")
    }
    var arguments: [String: JSONValue] = [:]
    switch params["arguments"] {
    case .object(let members): arguments = members
    case nil, .null: break
    default: throw .parameters("The 'arguments' of a tool are an object.")
    }
    guard let tool = await tools().first(where: { $0.name == name }) else {
      throw .parameters("There is no tool '\(name.prefix(64))'; 'tools/list' tells all.")
    }
    if let readOnlyReason, !tool.isReadOnly { return Self.toolError(readOnlyReason) }
    do throws(ToolFailure) {
      let result = try await tool.call(arguments)
      let content = JSONValue.object(["type": .string("text"), "text": .string(Self.words(result))])
      return .object(["content": .array([content]), "structuredContent": result])
    } catch {
      return Self.toolError(error.sentence)
    }
  }

  private static func toolError(_ sentence: String) -> JSONValue {
    let content = JSONValue.object(["type": .string("text"), "text": .string(sentence)])
    return .object(["content": .array([content]), "isError": .bool(true)])
  }

  private static func failure(_ id: JSONValue, _ code: Int64, _ message: String) -> JSONValue {
    .object([
      "jsonrpc": .string("2.0"), "id": id,
      "error": .object(["code": .integer(code), "message": .string(message)]),
    ])
  }

  private static func words(_ value: JSONValue) -> String {
    String(decoding: text(value), as: UTF8.self)
  }

  /// A value in one line; every number in it has been read from JSON or is finite.
  private static func text(_ value: JSONValue) -> [UInt8] {
    (try? JSONText.encode(value)) ?? Array("null".utf8)
  }
}
