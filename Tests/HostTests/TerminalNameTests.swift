// SPDX-License-Identifier: Apache-2.0
// Port names of other programs reach people as safe text, and programs unchanged.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("Names from outside on a terminal", .serialized)
struct TerminalNameTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "nobody:out_1" ] }
        sends: [ { to: main } ]
    """

  @Test("a port's name with commands for the terminal is shown, not obeyed; JSON has it as it is")
  func ports() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let name = "e\u{1B}]0;x\u{7}\u{202E}\u{9B}2J"
      let ears = try Listener(name, on: server, inputs: 1)
      defer { ears.close() }
      try ears.connect("rig:main_L", ears.input(1))
      try tarmac.wait("the connection") {
        try tarmac.ask(StatusRequest()).routes[0].connections.flatMap(\.self).isEmpty == false
      }
      let text = try tarmac.command("status")
      #expect(text.contains(#"e\u{1B}]0;x\u{7}\u{202E}\u{9B}2J"#), "\(text)")
      let obeyed = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
      #expect(obeyed.allSatisfy { $0 == "\n" }, "\(text.debugDescription)")
      #expect(!text.unicodeScalars.contains("\u{202E}"))
      let json = try tarmac.command("status", "--json")
      #expect(json.contains("\u{202E}") && !json.contains("u{202E}"))
    }
  }

  @Test("a refusal that quotes what was asked for is one line of text")
  func refusals() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let text = try tarmac.command("session", "show", "a\u{1B}[2Jb\nc")
      #expect(text.contains(#"a\u{1B}[2Jb\nc"#), "\(text)")
      #expect(text.split(separator: "\n").count == 1, "\(text)")
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test("what libjack says of another client is a line of the log, with its name spelt out")
  func messages() async throws {
    let settings = PrivateServer.Settings(isVerbose: true)
    try await RunningTarmac.run(Self.preset, settings: settings) { tarmac, server in
      let name = "e\u{1B}]0;x\u{7}\u{202E}\u{9B}2J"
      let other = try Listener(name, on: server, inputs: 1)
      defer { other.close() }
      let sentence = "JackClient::kAddClient fName = rig name = e"
      try tarmac.wait("libjack to name it") { try tarmac.log(sentence) }
      let line = String(try #require(tarmac.lines(sentence).first))
      #expect(
        line.dropFirst(13) == #"JACK says: Jack: \#(sentence)\u{1B}]0;x\u{7}\u{202E}\u{9B}2J"#,
        "\(line.debugDescription)"
      )
      for raw in ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}"] {
        #expect(try !tarmac.log(raw), "\(raw.debugDescription)")
      }
    }
  }
}
