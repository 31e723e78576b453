// SPDX-License-Identifier: Apache-2.0
// Peers of NetJack2 that come back while their old ports are still there.

import AudioBackend
import JACKVocabulary
import Testing

@Suite("A peer of NetJack2")
struct NetworkPeerTests {
  private static func peers(_ clients: String...) -> [PresentPort] {
    clients.flatMap { client in
      (1...2).flatMap { number in
        [
          PresentPort(name: "\(client):to_slave_\(number)", direction: .input),
          PresentPort(name: "\(client):from_slave_\(number)", direction: .output),
        ]
      }
    } + ["main_L", "main_R"].map { PresentPort(name: "tarmac:\($0)", direction: .output) }
  }

  /// The ports that a stereo output with these patterns is connected to.
  private static func connected(_ left: PortPattern, _ right: PortPattern, _ present: [PresentPort])
    throws -> [String]
  {
    let rules = try ConnectionRules([rule(left, right)])
    let found = rules.others(present: present, client: "tarmac").values
      .reduce(into: Set<String>()) { $0.formUnion($1) }
    let wanted = rules.plan(client: "tarmac", present: present).wanted.map(\.to)
    #expect(Set(wanted).isSubset(of: found))
    return wanted
  }

  private static func rule(_ left: PortPattern, _ right: PortPattern) -> ConnectionRule {
    ConnectionRule(
      direction: .output,
      channels: [
        .init(port: "main_L", patterns: [left]), .init(port: "main_R", patterns: [right]),
      ]
    )
  }

  @Test(
    "that comes back under a number is found, and what is dead is left alone",
    arguments: [
      (PortPattern.exact("booth:to_slave_1"), PortPattern.exact("booth:to_slave_2")),
      (.glob("booth:to_slave_*"), .glob("booth:to_slave_*")),
      (.glob("*:to_slave_*"), .glob("*:to_slave_*")),
      (.regex("booth(-[0-9]+)?:to_slave_1"), .regex("booth(-[0-9]+)?:to_slave_2")),
    ]
  )
  func renamed(_ left: PortPattern, _ right: PortPattern) throws {
    func ports(_ client: String) -> [String] { (1...2).map { "\(client):to_slave_\($0)" } }
    #expect(try Self.connected(left, right, Self.peers("booth")) == ports("booth"))
    #expect(try Self.connected(left, right, Self.peers("booth", "booth-01")) == ports("booth-01"))
    #expect(
      try Self.connected(left, right, Self.peers("booth", "booth-03", "booth-02"))
        == ports("booth-03")
    )
    #expect(try Self.connected(left, right, Self.peers("booth-01")) == ports("booth-01"))
  }

  @Test("whose connections were made lets go of them once another one has taken its place")
  func released() throws {
    let rules = try ConnectionRules([
      Self.rule(.exact("booth:to_slave_1"), .exact("booth:to_slave_2"))
    ])
    let old = Connection(from: "tarmac:main_L", to: "booth:to_slave_1")
    let plan = rules.plan(
      client: "tarmac",
      present: Self.peers("booth", "booth-01"),
      made: [old]
    )
    #expect(plan.released == [old] && plan.waiting.isEmpty)
  }

  @Test("that is named with its number is itself, and nobody's successor")
  func named() throws {
    let present = Self.peers("booth", "booth-01")
    #expect(
      try Self.connected(.exact("booth:to_slave_1"), .exact("booth-01:to_slave_1"), present)
        == ["booth:to_slave_1", "booth-01:to_slave_1"]
    )
  }

  @Test("is the only one that is found so: other programs of like names are others")
  func others() throws {
    let present =
      ["deck:out_1", "deck-01:out_1"].map { PresentPort(name: $0, direction: .input) }
      + Self.peers("hall-2", "studio-1b", "rack-01", "rack-02")
    let deck = PortPattern.exact("deck:out_1")
    #expect(try Self.connected(deck, deck, present) == ["deck:out_1", "deck:out_1"])
    #expect(
      try Self.connected(.exact("hall:to_slave_1"), .exact("studio:to_slave_1"), present) == []
    )
    #expect(
      try Self.connected(.exact("hall-2:to_slave_1"), .exact("studio-1b:to_slave_1"), present)
        == ["hall-2:to_slave_1", "studio-1b:to_slave_1"]
    )
    let racks = [PortPattern.glob("rack-01:to_slave_?"), .glob("rack-02:to_slave_?")]
    #expect(try Self.connected(racks[0], racks[1], present).count == 4)
  }
}
