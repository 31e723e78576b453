// SPDX-License-Identifier: Apache-2.0
// The values that subscribers know: the same as every other client's, and a report of what they
// have missed.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import RawSocket
import StrictJSON
import Testing

@Suite("A subscription to values", .serialized)
struct LiveValueFeedTests {
  private static let preset = """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall } ]
    """

  private func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await LiveStage.run(Self.preset, voices: ["deck"], outputs: ["wall"], by: .clock, body)
  }

  @Test("is the same for all who want the same, whenever they come, numbered for each from 1")
  func shared() async throws {
    try await run { stage in
      let first = try ValueDiary(of: stage.tarmac, "*.fader_db", rate: 2)
      defer { first.close() }
      func set(_ level: Double) throws {
        _ = try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(level)))
      }
      func expect(_ level: Double, _ diaries: [ValueDiary]) throws {
        try stage.tarmac.wait("\(level) to be told to all") {
          diaries.allSatisfy { $0.values["deck.fader_db"] == .number(level) }
        }
      }
      try expect(0, [first])
      // Between two updates of the first one the value goes away and comes back: a client that
      // subscribes then receives both.
      for round in 1...10 {
        try set(-Double(round))
        let second = try ValueDiary(of: stage.tarmac, "*.fader_db", rate: 2)
        defer { second.close() }
        try stage.tarmac.wait("all that there is") { !second.values.isEmpty }
        #expect(second.history(of: "deck.fader_db").first == .number(-Double(round)))
        try set(0)
        try expect(0, [first, second])
        #expect(second.values == first.values)
        #expect(second.numbers == Array(1...second.numbers.count))
      }
      #expect(first.numbers == Array(1...first.numbers.count))
    }
  }

  @Test("that was read too slowly says so, and comes again as a whole when it is asked for again")
  func slowReader() async throws {
    try await run { stage in
      let slow = try stage.tarmac.rawClient()
      let subscribe =
        #"{"jsonrpc":"2.0","id":7,"method":"tree.subscribe","params":{"patterns":["*.fader_db"],"rate_hz":60}}"#
      #expect(try slow.ask(subscribe) != nil)
      #expect(try slow.ask("events.subscribe", #"{"topics":["decision"]}"#) != nil)
      // Each change of an output is a decision, and there are more of them than any client's queue
      // holds.
      let busy = try stage.tarmac.rawClient()
      for round in 0..<20 {
        let requests = (0..<100).map { step in
          #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"wall.fader_db","value":-\#(round).\#(step)}}"#
        }
        #expect(
          try busy.ask("[" + requests.joined(separator: ",") + "]")?.contains("error") == false
        )
      }
      // The first update came before the answer, which was waited for.
      var (next, lost) = (2, 0)
      func take(until isEnough: (EventMessage) -> Bool) throws {
        while true {
          let line = try #require(try slow.line())
          guard line.contains(#""method":"event""#) else { continue }
          let message = try JSONText.decode(EventEnvelope.self, from: Array(line.utf8)).params
          #expect(message.number == next + (message.lost ?? 0))
          next = message.number + 1
          lost += message.lost ?? 0
          if isEnough(message) { return }
        }
      }
      try take { $0.lost != nil }
      #expect(lost > 0)
      #expect(slow.send(Array(subscribe.utf8)))
      var values: [String: TreeValue] = [:]
      try take { message in
        guard case .values(let update) = message.event, update.isFull else { return false }
        for entry in update.values { values[entry.path] = entry.value }
        return update.number == 1
      }
      let now = try stage.ask(TreeGetRequest(patterns: ["*.fader_db"]))
      #expect(values == Dictionary(uniqueKeysWithValues: now.map { ($0.path, $0.value) }))
    }
  }
}
