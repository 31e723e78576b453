// SPDX-License-Identifier: Apache-2.0
// Connections by rule on a real server: made, kept, restored.

import AudioBackend
import JACKDriver
import JACKTestBench
import JACKVocabulary
import Testing

@Suite("Connections of the JACK driver", .serialized)
struct ConnectionTests {
  private let rules = Result { () throws(DriverError) -> ConnectionRules in
    try ConnectionRules([
      ConnectionRule(
        direction: .input,
        channels: ["in_1", "in_2"].map { .init(port: $0, patterns: [.glob("deck*:out_*")]) }
      ),
      ConnectionRule(
        direction: .output,
        channels: [
          .init(port: "out_1", patterns: [.exact("system:playback_1")]),
          .init(port: "out_2", patterns: [.exact("dummy_pcm:dummy:in2")]),
        ]
      ),
    ])
  }

  @Test("are made by name and alias, once, and what others made stays")
  func applied() async throws {
    try await PrivateServer.run { server in
      let rules = try self.rules.get()
      let rig = try PassThroughRig(channels: 2)
      #expect(rig.driver.applyConnections(rules) == ConnectionReport())
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let other = try Listener("other", on: server, inputs: 1, outputs: 1)
      defer { other.close() }
      try other.connect("rig:out_1", other.input(1))

      let report = rig.driver.applyConnections(rules)
      #expect(
        report.made == [
          Connection(from: "rig:out_1", to: "system:playback_1"),
          Connection(from: "rig:out_2", to: "system:playback_2"),
        ]
      )
      #expect(report.waiting.map(\.port) == ["in_1", "in_2"])
      #expect(report.failed.isEmpty)
      #expect(rig.driver.applyConnections(rules).made.isEmpty)

      let nothing = try ConnectionRules()
      #expect(rig.driver.applyConnections(nothing).released == report.made)
      #expect(rig.driver.connections(of: "rig:out_1") == ["other:in_1"])
    }
  }

  @Test("are made and undone where names are Latin-1")
  func latin1() async throws {
    try await PrivateServer.run { server in
      let channel = ConnectionRule.Channel(port: "in_1", patterns: [.glob("deck:Ger?t*")])
      let rules = try ConnectionRules([ConnectionRule(direction: .input, channels: [channel])])
      let rig = try PassThroughRig(channels: 1)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let deck = try Listener("deck", on: server, outputs: 1)
      defer { deck.close() }
      deck.rename(output: 1, to: Array("Ger".utf8) + [0xE4] + Array("t 1".utf8))
      let wanted = Connection(from: "deck:Gerät 1", to: "rig:in_1")
      await eventually("the name") { rig.driver.presentPorts().contains { $0.name == wanted.from } }
      #expect(rig.driver.applyConnections(rules).made == [wanted])
      #expect(rig.driver.connections(of: "rig:in_1") == ["deck:Gerät 1"])
      #expect(rig.driver.applyConnections(rules).kept == [wanted])
      #expect(rig.driver.applyConnections(try ConnectionRules()).released == [wanted])
      #expect(rig.driver.connections(of: "rig:in_1") == [])
    }
  }

  @Test("come back when a client has gone and returns, told by an event")
  func reconnected() async throws {
    try await PrivateServer.run { server in
      let rules = try self.rules.get()
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      for round in 1...3 {
        let changes = rig.log.count { $0 == .portsChanged }
        let deck = try Listener("deck", on: server, outputs: 2)
        await eventually("ports changed") { rig.log.count { $0 == .portsChanged } >= changes + 2 }
        let report = rig.driver.applyConnections(rules)
        #expect(report.made.count == (round == 1 ? 4 : 2))
        #expect(deck.connections(of: deck.output(1)) == ["rig:in_1"])
        #expect(deck.connections(of: deck.output(2)) == ["rig:in_2"])
        deck.close()
        await eventually("ports gone") { rig.log.count { $0 == .portsChanged } >= changes + 4 }
        #expect(rig.driver.applyConnections(rules).waiting.count == 2)
      }
    }
  }

  @Test("shift in order when a better match comes, and the old ones of ours are undone")
  func shifted() async throws {
    try await PrivateServer.run { server in
      let rules = try self.rules.get()
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      let second = try Listener("deck2", on: server, outputs: 2)
      defer { second.close() }
      _ = rig.driver.applyConnections(rules)
      #expect(second.connections(of: second.output(1)) == ["rig:in_1"])
      let first = try Listener("deck1", on: server, outputs: 2)
      defer { first.close() }
      let report = rig.driver.applyConnections(rules)
      #expect(report.released.count == 2)
      #expect(rig.driver.connections(of: "rig:in_1") == ["deck1:out_1"])
      #expect(rig.driver.connections(of: "rig:in_2") == ["deck1:out_2"])
    }
  }

  @Test("that can't be made are an error with both names")
  func refused() async throws {
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 1)
      let wish = Connection(from: "rig:out_1", to: "nobody:in")
      #expect(throws: DriverError.notOpen) { try rig.driver.connect(wish) }
      try rig.start(on: server.name)
      defer { rig.driver.close() }
      #expect { try rig.driver.connect(wish) } throws: { error in
        if case .notConnected("rig:out_1", "nobody:in", _)? = error as? DriverError {
          true
        } else {
          false
        }
      }
      let fine = Connection(from: "rig:out_1", to: "system:playback_3")
      try rig.driver.connect(fine)
      try rig.driver.connect(fine)
      try rig.driver.disconnect(fine)
      await eventually("it is undone") { rig.driver.connections(of: "rig:out_1").isEmpty }
      #expect(throws: DriverError.self) { try rig.driver.disconnect(fine) }
    }
  }
}
