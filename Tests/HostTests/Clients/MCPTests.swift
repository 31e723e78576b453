// SPDX-License-Identifier: Apache-2.0
// `tarmac mcp` beside a live rig: a model's actions are heard, and its output is the protocol
// alone.

import Foundation
import JACKTestBench
import StrictJSON
import Testing

@Suite("tarmac mcp", .serialized)
struct MCPTests {
  private static let preset = """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    interrupters:
      phone: { source: { jack: [ "voices:out_2" ] }, sends: [ { to: wall } ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall } ]
    """

  /// A running `tarmac mcp` after its initialisation.
  private final class Bridge {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var number = 0

    init(_ tarmac: RunningTarmac, _ options: String...) throws {
      process.executableURL = RunningTarmac.program
      process.arguments = ["mcp", "--name", "rig"] + options
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["XDG_RUNTIME_DIR": tarmac.folder.path]
      ) { $1 }
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      let answer = try ask("initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#)
      #expect(answer["result"]?["protocolVersion"] == .string("2025-06-18"))
      input.fileHandleForWriting.write(
        Data(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8 + [0x0A])
      )
    }

    func ask(_ method: String, _ params: String = "{}") throws -> JSONValue {
      number += 1
      let line = #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(params)}"#
      input.fileHandleForWriting.write(Data((line + "\n").utf8))
      var bytes: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
        bytes.append(byte)
      }
      let answer = try JSONText.value(of: bytes)
      #expect(answer["id"] == .integer(Int64(number)))
      return answer
    }

    /// The result of a tool; the sentence of its error, if it is one.
    func call(_ tool: String, _ arguments: String = "{}") throws -> JSONValue {
      let answer = try ask("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
      let result = try #require(answer["result"], "\(answer)")
      if result["isError"] == .bool(true) {
        return try #require(result["content"]?.elements?.first?["text"])
      }
      return try #require(result["structuredContent"])
    }

    /// Closes the input; returns the rest of the output, and how the program ends.
    func end() throws -> (rest: Data, status: Int32) {
      try input.fileHandleForWriting.close()
      let rest = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (rest, process.terminationStatus)
    }
  }

  @Test("lists, reads, sets, triggers and explains, and the change is heard")
  func tools() async throws {
    try await LiveStage.run(Self.preset, voices: ["deck", "phone"], outputs: ["wall"], by: .clock) {
      stage in
      try stage.hears(["wall": ["deck"]])
      let bridge = try Bridge(stage.tarmac)
      let tools = try bridge.ask("tools/list")["result"]?["tools"]?.elements ?? []
      #expect(tools.count == 10)
      let setter = try #require(tools.first { $0["name"] == .string("set_value") })
      guard case .string(let words) = setter["inputSchema"]?["properties"]?["path"]?["description"]
      else {
        Issue.record("no description")
        return
      }
      #expect(words.contains("deck.fader_db"))

      let nodes = try bridge.call("list_values", #"{"patterns":["deck.fader_db"]}"#)["nodes"]
      let fader = try #require(nodes?.elements?.first)
      #expect(fader["schema"]?["type"] == .string("number"))
      #expect(fader["schema"]?["maximum"] != nil)
      let set = try bridge.call(
        "set_value",
        #"{"path":"deck.fader_db","value":"-inf","over_seconds":0.1}"#
      )
      #expect(set["value"] == .null)
      try stage.hears(["wall": []])
      _ = try bridge.call("set_value", #"{"path":"deck.fader_db","value":0}"#)
      try stage.hears(["wall": ["deck"]])
      let muted = try bridge.call("set_value", #"{"path":"deck.mute","toggle":true}"#)
      #expect(muted["value"] == .bool(true))
      try stage.hears(["wall": []])
      _ = try bridge.call("set_value", #"{"path":"deck.mute","value":false}"#)
      let question = try bridge.call("what_if", #"{"action":"begin","subject":"phone"}"#)
      #expect(question["happening"]?["kind"] == .string("interrupterBegan"))
      _ = try bridge.call("trigger", #"{"path":"rig.interrupters.phone.ring"}"#)
      _ = try bridge.call("trigger", #"{"path":"rig.interrupters.phone.accept"}"#)
      try stage.hears(["wall": ["phone"]])
      let reasons = try bridge.call("explain", #"{"session":"deck"}"#)["reasons"]?.elements
      #expect(reasons?.first?["cause"]?["name"] == .string("phone"))
      let log = try bridge.call("log", #"{"last":1}"#)["decisions"]?.elements
      #expect(log?.first?["happening"]?["kind"] == .string("interrupterAccepted"))
      #expect(try bridge.call("status")["interrupters"] == .array([.string("phone")]))
      let wrong = try bridge.call("set_value", #"{"path":"deck.fadr_db","value":0}"#)
      #expect(wrong == .string("There is no value 'deck.fadr_db'; did you mean 'deck.fader_db'?"))
      let end = try bridge.end()
      #expect(end.rest.isEmpty && end.status == 0)
    }
  }

  @Test("with --read-only changes nothing, and without a rig says how to start one")
  func readOnly() async throws {
    try await LiveStage.run(Self.preset, voices: ["deck", "phone"], outputs: ["wall"], by: .clock) {
      stage in
      let bridge = try Bridge(stage.tarmac, "--read-only")
      let tools = try bridge.ask("tools/list")["result"]?["tools"]?.elements ?? []
      #expect(tools.count == 8)
      let refused = try bridge.call("set_value", #"{"path":"deck.mute","value":true}"#)
      #expect(
        refused == .string("Nothing may be changed: 'tarmac mcp' was started with --read-only.")
      )
      try stage.hears(["wall": ["deck"]])
      _ = try stage.tarmac.command("stop")
      stage.tarmac.waitUntilExit()
      guard case .string(let sentence) = try bridge.call("status") else {
        Issue.record("no sentence")
        return
      }
      #expect(sentence.hasPrefix("No Tarmac is running"))
      #expect(try bridge.end().status == 0)
    }
  }

  @Test("plays scenarios and checks presets without a rig")
  func offline() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let bridge = try Bridge(tarmac)
      let good = tarmac.folder.appending(path: "rig.yaml").path
      #expect(try bridge.call("check_preset", #"{"file":"\#(good)"}"#)["isGood"] == .bool(true))
      let bad = tarmac.folder.appending(path: "bad.yaml")
      try Self.preset.replacing("category", with: "categry").write(
        to: bad,
        atomically: true,
        encoding: .utf8
      )
      let report = try bridge.call("check_preset", #"{"file":"\#(bad.path)"}"#)
      #expect(report["isGood"] == .bool(false))
      #expect(report["problems"]?.elements?.isEmpty == false)
      let missing = try bridge.call("simulate", #"{"scenario":"/nowhere.yaml"}"#)
      guard case .string(let sentence) = missing else {
        Issue.record("no sentence")
        return
      }
      #expect(sentence.contains("/nowhere.yaml"))
      let scenario = tarmac.folder.appending(path: "story.yaml")
      try """
      tarmac-scenario: 1
      title: A call
      preset: rig.yaml
      events: [ { at: 1, phone: begin }, { at: 2, phone: end } ]
      """.write(to: scenario, atomically: true, encoding: .utf8)
      let played = try bridge.call("simulate", #"{"scenario":"\#(scenario.path)"}"#)
      #expect(played["policy_version"] != nil, "\(played)")
      #expect(try bridge.end().status == 0)
    }
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
