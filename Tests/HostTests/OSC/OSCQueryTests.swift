// SPDX-License-Identifier: Apache-2.0
// OSCQuery as python-oscquery reads it: every address of the rig, with its present value.

import ControlProtocol
import ControlTree
import Foundation
import Quantities
import Testing

@Suite("OSCQuery on a live rig", .serialized)
struct OSCQueryTests {
  private struct Learnt: Decodable {
    var name: String
    var port: Int
    var paths: Set<String>
    var fader: [Double]
    var nothing: Bool
  }

  @Test("tells a client that others wrote every address, and what it is at the moment")
  func client() async throws {
    try await run { stage in
      try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-12)))
      let port = try stage.tarmac.queryPort()
      let program = try OSCProgram.script("oscquery.py", ["\(port)"], beside: stage.tarmac)
      try program.wait { !$0.isEmpty }
      let learnt = try JSONDecoder().decode(Learnt.self, from: Data(program.lines[0].utf8))
      let oscPort = try stage.tarmac.oscPort()
      #expect(learnt.name == "rig" && learnt.port == oscPort)
      #expect(learnt.fader == [-12] && learnt.nothing)
      let nodes = try stage.ask(TreeListRequest())
      let addresses = Set(nodes.map { "/" + $0.path.replacing(".", with: "/") })
      #expect(addresses.isSubset(of: learnt.paths))
      #expect(learnt.paths.contains("/deck/fader"), "the place of a fader")
    }
  }

  private func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await OSCLiveTests.run("{ port: 0, query_port: 0 }", body)
  }

  @Test("a client on a WebSocket hears what it listens to, and what it sends is heard on JACK")
  func webSocket() async throws {
    try await run { stage in
      let (tarmac, deck) = (stage.tarmac, stage.level(of: "deck"))
      let client = try OSCProgram.webSocket(beside: tarmac)
      try client.send(#"{"COMMAND": "LISTEN", "DATA": "/deck/fader_db"}"#)
      try client.send(#"{"COMMAND": "LISTEN", "DATA": "/deck/fader"}"#)
      try client.hears(#"["/deck/fader_db", 0.0]"#)
      try client.hears(#"["/deck/fader", 0.75]"#)
      _ = try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-10)))
      try client.hears(#"["/deck/fader_db", -10.0]"#)
      try client.hears(#"["/deck/fader", 0.5]"#)
      try client.send(#"["/deck/fader_db", -6.0]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-6)).factor])
      try client.hears(#"["/deck/fader_db", -6.0]"#)
      try client.send(#"["/deck/mute", true]"#)
      try stage.hears(["wall": []])
      try client.send(#"{"COMMAND": "IGNORE", "DATA": "/deck/fader_db"}"#)
      try client.send(#"["/deck/fader_db", -20.0]"#)
      // The fader's position comes after its value: by then the value itself would have come.
      try client.hears(#"["/deck/fader", 0.375]"#)
      #expect(!client.lines.contains(#"["/deck/fader_db", -20.0]"#))
      #expect(!client.lines.contains { $0.contains("/deck/mute") })
    }
  }

  @Test("a client on a WebSocket is told which addresses a reload has brought and taken")
  func paths() async throws {
    try await run { stage in
      let client = try OSCProgram.webSocket(beside: stage.tarmac)
      try client.send(#"{"COMMAND": "LISTEN", "DATA": "/deck/fader_db"}"#)
      try client.hears(#"["/deck/fader_db", 0.0]"#)
      let file = stage.tarmac.folder.appending(path: "rig.yaml")
      let preset = try String(contentsOf: file, encoding: .utf8)
      try preset.replacing("  voice:", with: "  singer:")
        .write(to: file, atomically: true, encoding: .utf8)
      try stage.ask(ReloadRequest(preset: nil))
      try client.hears(#"{"COMMAND": "PATH_CHANGED", "DATA": "/"}"#)
      #expect(client.lines.contains(#"{"COMMAND": "PATH_ADDED", "DATA": "/singer/fader_db"}"#))
      #expect(client.lines.contains(#"{"COMMAND": "PATH_ADDED", "DATA": "/singer/fader"}"#))
      #expect(client.lines.contains(#"{"COMMAND": "PATH_REMOVED", "DATA": "/voice/mute"}"#))
      #expect(!client.lines.contains { $0.contains("PATH") && $0.contains("/deck/") })
      // Addresses that are listened to are listened to as before.
      try client.send(#"["/deck/fader_db", -6.0]"#)
      try client.hears(#"["/deck/fader_db", -6.0]"#)
    }
  }

  @Test("what makes no sense on a WebSocket is refused in a sentence, and pages from elsewhere are")
  func refusals() async throws {
    try await run { stage in
      let client = try OSCProgram.webSocket(beside: stage.tarmac)
      for (wish, answer) in [
        (
          #"{"COMMAND": "LISTEN", "DATA": "/deck/nothing"}"#,
          #"["/error", "/deck/nothing", "'/deck/nothing' has no value to listen to."]"#
        ),
        (
          #"{"COMMAND": "SING", "DATA": "/deck"}"#,
          #"["/error", "", "'SING' is no command: LISTEN and IGNORE are."]"#
        ),
        (
          #"{"COMMAND": "LISTEN", "DATA": 1}"#,
          #"["/error", "", "DATA of 'LISTEN' is an address, such as /deckA/fader_db."]"#
        ),
        (
          #"["/deck/fader_db", "90"]"#,
          #"["/error", "/deck/fader_db", "'deck.fader_db' can't be '90': it takes -90 to 12 dB, or -inf."]"#
        ),
      ] {
        try client.send(wish)
        try client.wait { $0.contains { $0.hasPrefix(answer.prefix(40)) } }
        #expect(client.lines.last == answer)
      }
      let page = try OSCProgram.webSocket(from: "http://evil.example", beside: stage.tarmac)
      try page.hears("refused 403")
      let own = try OSCProgram.webSocket(from: "http://localhost:3000", beside: stage.tarmac)
      try own.hears("open")
    }
  }
}

extension OSCProgram {
  /// A client of OSCQuery on a WebSocket, perhaps from a page of another site.
  fileprivate static func webSocket(
    from origin: String? = nil,
    beside tarmac: RunningTarmac
  ) throws -> OSCProgram {
    let arguments = ["\(try tarmac.queryPort())"] + (origin.map { [$0] } ?? [])
    let client = try script("oscquery_ws.py", arguments, beside: tarmac)
    try client.wait { !$0.isEmpty }
    return client
  }
}

extension RunningTarmac {
  /// The port of OSCQuery that the log names.
  func queryPort() throws -> Int {
    let line = try #require(try lines("OSCQuery is at").last)
    let port = line.firstMatch(of: /OSCQuery is at http:\/\/127\.0\.0\.1:(\d+)/)?.1
    return try #require(port.flatMap { Int($0) })
  }
}
