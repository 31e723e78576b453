// SPDX-License-Identifier: Apache-2.0
// Errors of plugins are corrected and logged with their names, and hold up no other session.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import Testing

@Suite("A plugin that misbehaves", .serialized)
struct MisbehaviourTests {
  private static func preset(
    isolation: Bool = false,
    _ nodes: String,
    connections: String = "source -> out"
  ) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      music:
        category: playback
        active: true
        \(isolation ? "isolation: process" : "")
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { \(nodes) }
          connections: [ \(connections) ]
        sends: [ { to: main } ]
    """
  }

  @Test("is named in the log, in the status and to who watches", arguments: [false, true])
  func named(isIsolated: Bool) async throws {
    let preset = MisbehaviourTests.preset(
      isolation: isIsolated,
      "bad: { plugin: \"urn:tarmac:fixture:nan\" }",
      connections: "source -> bad, bad -> out"
    )
    try await RunningTarmac.runByClock(preset, shell: FragileRig.shell()) { tarmac in
      #expect(try tarmac.session("music").plugins[0].health == nil)
      _ = try tarmac.ask(SetRequest(path: "music.bad.rude", value: "1"))
      try tarmac.wait("the count") {
        try tarmac.session("music").plugins[0].health?.notFiniteBlocks ?? 0 > 0
      }
      try tarmac.wait("the log line") {
        try tarmac.log("Plugin 'bad' of session 'music' put out NaN or infinity in ")
      }
      let status = try tarmac.ask(StatusRequest())
      #expect(status.sessions[0].plugins[0].health?.malformedSequences == 0)
    }
  }

  @Test(
    "that takes longer than a cycle lasts is counted as overruns of its session",
    .proves("DEF-13", at: .live)
  )
  func slow() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        music:
          category: ambient
          active: true
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "urn:tarmac:fixture:sleep", id: sleeper } ]
          sends: [ { to: main } ]
        birds:
          category: ambient
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset, shell: FragileRig.shell()) { tarmac, server in
      // Graphs are called by Tarmac: the server has no clients but it and the listener.
      let ears = try Listener("ears", on: server, inputs: 1)
      #expect(Set(ears.ports().map { $0.prefix { $0 != ":" } }) == ["system", "rig", "ears"])
      _ = try tarmac.ask(SetRequest(path: "music.sleeper.rude", value: "12"))
      try tarmac.wait("overruns") { try tarmac.session("music").overruns > 2 }
      _ = try tarmac.ask(SetRequest(path: "music.sleeper.rude", value: "0"))
      let (slow, other) = (try tarmac.session("music"), try tarmac.session("birds"))
      #expect(slow.overruns > other.overruns)
      ears.close()
    }
  }

  @Test(
    "gets no text that its port has no room for, and whoever sends one is told",
    arguments: [false, true]
  )
  func text(isIsolated: Bool) async throws {
    let nodes = "text: { plugin: \"urn:tarmac:fixture:text\" }"
    let preset = MisbehaviourTests.preset(isolation: isIsolated, nodes)
    try await RunningTarmac.runByClock(preset, shell: FragileRig.shell()) { tarmac in
      let set = { (length: Int) in
        try tarmac.ask(
          SetRequest(path: "music.text.words", value: String(repeating: "x", count: length))
        )
      }
      for length in [9_000, 40_000] {
        let error = #expect(throws: ControlClientError.self) { _ = try set(length) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("\(length) bytes") && words.contains("8111 bytes"), "\(words)")
      }
      _ = try set(8_000)
      try tarmac.wait("the text") {
        try tarmac.ask(GetRequest(path: "music.text.length")).map(\.value) == ["8000"]
      }
    }
  }

  @Test("is left behind by a reload when it never returns", arguments: [1, 2, 3])
  func leftBehind(how: Int) async throws {
    let preset = MisbehaviourTests.preset("hung: { plugin: \"urn:tarmac:fixture:hung\" }")
    try await RunningTarmac.runByClock(preset, shell: FragileRig.shell()) { tarmac in
      _ = try tarmac.ask(SetRequest(path: "music.hung.how", value: "\(how)"))
      try tarmac.wait("it to hear that") {
        try tarmac.ask(GetRequest(path: "music.hung.holds")).map(\.value) == ["\(how)"]
      }
      let other = MisbehaviourTests.preset("other: { plugin: \"urn:tarmac:fixture:worker\" }")
      try other.write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      _ = try tarmac.ask(ReloadRequest(preset: nil))
      #expect(try tarmac.session("music").plugins.map(\.id) == ["other"])
      try tarmac.wait("the log line") { try tarmac.log("'Never Returns' does not come to its end") }
    }
  }
}
