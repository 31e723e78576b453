// SPDX-License-Identifier: Apache-2.0
// The Model Context Protocol, line by line.

import MCPBridge
import StrictJSON
import Testing

@Suite("An MCP server")
struct MCPServerTests {
  private static let tools: [Tool] = [
    Tool("look", title: "Look", "Looks.", [Tool.Parameter("what", "What.", isRequired: true, [:])])
    {
      arguments throws(ToolFailure) in
      .object(["seen": .string(try arguments.text("what"))])
    },
    Tool("turn", title: "Turn", "Turns.", isReadOnly: false) { _ throws(ToolFailure) in
      throw ToolFailure("It is stuck.")
    },
  ]

  private static func server(isReadOnly: Bool = false) -> MCPServer {
    MCPServer(
      name: "test",
      version: "1",
      instructions: "Look first.",
      readOnlyReason: isReadOnly ? "Nothing may be changed." : nil,
      tools: { tools }
    )
  }

  /// The server's answers to lines, which are sent after `initialize` unless a test leaves that
  /// out.
  private func answers(
    _ lines: String...,
    isReadOnly: Bool = false,
    isInitialized: Bool = true
  ) async throws -> [JSONValue?] {
    var server = Self.server(isReadOnly: isReadOnly)
    if isInitialized { _ = await server.answer(line: Array(Self.initialize("2025-11-25").utf8)) }
    var answers: [JSONValue?] = []
    for line in lines {
      let answer = await server.answer(line: Array(line.utf8))
      answers.append(try answer.map { try JSONText.value(of: $0) })
    }
    return answers
  }

  private static func initialize(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#
  }

  private static func call(_ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  @Test("agrees on a version that it speaks, and offers its newest to who asks for another")
  func versions() async throws {
    for version in MCPServer.versions {
      let answer = try await answers(Self.initialize(version), isInitialized: false)[0]
      #expect(answer?["result"]?["protocolVersion"] == .string(version))
      #expect(answer?["result"]?["capabilities"] == .object(["tools": .object([:])]))
      #expect(answer?["result"]?["serverInfo"]?["name"] == .string("test"))
    }
    let other = try await answers(Self.initialize("2031-01-01"), isInitialized: false)[0]
    #expect(other?["result"]?["protocolVersion"] == .string(MCPServer.versions[0]))
    let none = try await answers(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
      isInitialized: false
    )[0]
    #expect(none?["error"]?["code"] == .integer(-32602))
  }

  @Test("answers pings at any time, and nothing else before it is initialized")
  func order() async throws {
    let answers = try await answers(
      #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
      isInitialized: false
    )
    #expect(
      answers[0]
        == .object(["jsonrpc": .string("2.0"), "id": .string("a"), "result": .object([:])])
    )
    #expect(answers[1]?["error"]?["code"] == .integer(-32600))
  }

  @Test("says nothing to notifications, nor to answers that it has not asked for")
  func silence() async throws {
    let answers = try await answers(
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
      #"{"jsonrpc":"2.0","method":"no/such"}"#,
      #"{"jsonrpc":"2.0","id":9,"result":{}}"#
    )
    #expect(answers.allSatisfy { $0 == nil })
  }

  @Test(
    "lists tools with their schemas, and without those that change something if it is read-only"
  )
  func list() async throws {
    let line = #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#
    let tools = try await answers(line)[0]?["result"]?["tools"]?.elements ?? []
    #expect(tools.map { $0["name"] } == [.string("look"), .string("turn")])
    #expect(tools[0]["inputSchema"]?["type"] == .string("object"))
    #expect(tools[0]["inputSchema"]?["required"] == .array([.string("what")]))
    #expect(tools[0]["inputSchema"]?["additionalProperties"] == .bool(false))
    #expect(tools[0]["inputSchema"]?["properties"]?["what"]?["description"] == .string("What."))
    #expect(tools.map { $0["annotations"]?["readOnlyHint"] } == [.bool(true), .bool(false)])
    let few = try await answers(line, isReadOnly: true)[0]?["result"]?["tools"]?.elements ?? []
    #expect(few.map { $0["name"] } == [.string("look")])
  }

  @Test("answers a call as text and as an object")
  func call() async throws {
    let result = try await answers(Self.call("look", #"{"what":"é\"\n"}"#))[0]?["result"]
    #expect(result?["structuredContent"] == .object(["seen": .string("é\"\n")]))
    #expect(result?["isError"] == nil)
    let content = result?["content"]?.elements ?? []
    #expect(content.map { $0["type"] } == [.string("text")])
    #expect(content[0]["text"] == .string(#"{"seen":"é\"\n"}"#))
  }

  @Test(
    "says what a tool says against it as the tool's error, with a sentence",
    arguments: [
      ("turn", "{}", "It is stuck."),
      ("look", "{}", "'look' needs 'what'."),
      ("look", #"{"what":1}"#, "The 'what' of 'look' has to be a text."),
      ("look", #"{"what":"a","waht":1}"#, "'look' takes no 'waht'; did you mean 'what'?"),
      ("turn", #"{"a":1}"#, "'turn' takes no 'a'; it takes nothing."),
    ]
  )
  func toolErrors(_ tool: String, _ arguments: String, _ sentence: String) async throws {
    let result = try await answers(Self.call(tool, arguments))[0]?["result"]
    #expect(result?["isError"] == .bool(true))
    #expect(result?["content"]?.elements?.first?["text"] == .string(sentence))
  }

  @Test("that is read-only changes nothing for who knows the name of a tool")
  func readOnly() async throws {
    let result = try await answers(Self.call("turn"), isReadOnly: true)[0]?["result"]
    #expect(result?["isError"] == .bool(true))
    #expect(result?["content"]?.elements?.first?["text"] == .string("Nothing may be changed."))
  }

  @Test(
    "answers what is no request with the code that JSON-RPC gives",
    arguments: [
      ("{", -32700), ("7", -32600), ("[]", -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"turn","arguments":[]}}"#,
        -32602
      ),
    ]
  )
  func problems(_ line: String, _ code: Int64) async throws {
    let error = try await answers(line)[0]?["error"]
    #expect(error?["code"] == .integer(code))
    guard case .string(let sentence) = error?["message"] else {
      Issue.record("no sentence")
      return
    }
    #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"))
  }

  @Test("answers a batch, which one of the versions has, in its order")
  func batch() async throws {
    let answer = try await answers(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
    )[0]
    #expect(answer?.elements?.map { $0["id"] } == [.integer(1), .integer(2)])
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
