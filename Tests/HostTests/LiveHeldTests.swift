// SPDX-License-Identifier: Apache-2.0
// Keys that are held by a client that goes away.

import ControlProtocol
import ControlTree
import JACKTestBench
import RawSocket
import Testing

@Suite("A key that is held", .serialized)
struct LiveHeldTests {
  private static let preset = """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall } ]
    """

  /// Sets values on a connection of its own, looks at them, and ends it as a dead phone does.
  private func hold(
    _ stage: LiveStage,
    _ given: String...,
    meanwhile body: () throws -> Void = {}
  ) throws {
    var client: RawClient? = try stage.tarmac.rawClient()
    for (number, params) in given.enumerated() {
      let request =
        #"{"jsonrpc":"2.0","id":\#(number),"method":"tree.set","params":\#(params)}"#
      client?.send(Array(request.utf8))
      let answer = try client?.line()
      try #require(answer?.contains(#""result""#) == true, "\(answer ?? "no answer")")
    }
    try body()
    client = nil
  }

  @Test("is let go when its client dies, and is heard to be; what was changed since stays")
  func dies() async throws {
    try await LiveStage.run(Self.preset, voices: ["deck"], outputs: ["wall"]) { stage in
      func value(_ path: String) throws -> TreeValue? {
        try stage.ask(TreeGetRequest(patterns: [path])).first?.value
      }
      try stage.hears(["wall": ["deck"]])
      try hold(stage, #"{"path":"deck.mute","value":true,"on_close":false}"#) {
        try stage.hears(["wall": Float(0)])
      }
      try stage.hears(["wall": ["deck"]])

      // Latched, or set by somebody else meanwhile.
      try hold(
        stage,
        #"{"path":"deck.trim_db","value":-3,"on_close":0}"#,
        #"{"path":"deck.mute","value":true,"on_close":false}"#,
        #"{"path":"deck.mute","value":true}"#,
        #"{"path":"deck.fader_db","value":-6,"on_close":null}"#,
        #"{"path":"deck.balance","value":1,"on_close":0}"#
      ) {
        _ = try stage.ask(TreeSetRequest(path: "deck.balance", value: .number(0.5)))
      }
      // All that one client held is let go together.
      try stage.tarmac.wait("the keys") { try value("deck.fader_db") == .number(-.infinity) }
      #expect(try value("deck.trim_db") == .number(0))
      #expect(try value("deck.mute") == .toggle(true))
      #expect(try value("deck.balance") == .number(0.5))

      // A lock holds for what is let go, too.
      try hold(stage, #"{"path":"deck.balance","value":1,"on_close":0}"#) {
        _ = try stage.ask(SetRequest(path: "deck.balance.locked", value: "on"))
      }
      try hold(stage, #"{"path":"deck.trim_db","value":-3,"on_close":-1}"#)
      try stage.tarmac.wait("the trim") { try value("deck.trim_db") == .number(-1) }
      #expect(try value("deck.balance") == .number(1))
    }
  }
}
