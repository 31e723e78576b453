// SPDX-License-Identifier: Apache-2.0
// The matcher, as tables: names in, connections out.

import AudioBackend
import JACKVocabulary
import Testing

@Suite("Connection rules")
struct ConnectionRulesTests {
  /// Outputs of other clients that an input of ours may match.
  private static let present: [PresentPort] = [
    own("in_L", .input), own("in_R", .input), own("out_L", .output),
    other("Mixxx:out_10"), other("Mixxx:out_2"), other("Mixxx:out_1"),
    other("Main (null):monitor_FL"), other("a:b:c"), other("mixxx:out_2"),
    other("system:capture_1", aliases: ["alsa_pcm:hw:PCH:out1"]), other("über:säge"),
    PresentPort(name: "system:playback_1", direction: .input, isPhysical: true),
    PresentPort(name: "system:playback_2", direction: .input, isPhysical: true),
  ]

  private static func own(_ name: String, _ direction: PortDirection) -> PresentPort {
    PresentPort(name: "tarmac:\(name)", direction: direction)
  }

  private static func other(_ name: String, aliases: [String] = []) -> PresentPort {
    PresentPort(name: name, aliases: aliases, direction: .output)
  }

  @Test(
    "a single channel is connected to everything its patterns match, in natural order",
    arguments: [
      ([PortPattern.exact("Mixxx:out_2")], ["Mixxx:out_2"]),
      ([.exact("Mixxx:out_")], []),
      ([.exact("Mixxx:out_*")], []),
      ([.exact("alsa_pcm:hw:PCH:out1")], ["system:capture_1"]),
      ([.exact("system:playback_1")], []),
      ([.glob("Mixxx:out_*")], ["Mixxx:out_1", "Mixxx:out_2", "Mixxx:out_10"]),
      ([.glob("Mixxx:out_?")], ["Mixxx:out_1", "Mixxx:out_2"]),
      ([.glob("*:out_2")], ["Mixxx:out_2", "mixxx:out_2"]),
      ([.glob("Main (null):monitor_*")], ["Main (null):monitor_FL"]),
      ([.glob("a:*:c")], ["a:b:c"]),
      ([.glob("alsa_pcm:*")], ["system:capture_1"]),
      ([.glob("?ber:s?ge")], ["über:säge"]),
      ([.glob("*out*1*0*")], ["Mixxx:out_10"]),
      ([.glob("")], []),
      ([.regex("Mixxx:out_[0-9]")], ["Mixxx:out_1", "Mixxx:out_2"]),
      ([.regex("out_")], []),
      ([.regex("(?i)MIXXX:OUT_2")], ["Mixxx:out_2", "mixxx:out_2"]),
      ([.regex("alsa_pcm:hw:.*:out1")], ["system:capture_1"]),
      ([.exact("a:b:c"), .glob("Mixxx:out_1*")], ["a:b:c", "Mixxx:out_1", "Mixxx:out_10"]),
      ([.exact("a:b:c"), .glob("a:*")], ["a:b:c"]),
    ]
  )
  func single(_ patterns: [PortPattern], _ expected: [String]) throws {
    let rules = try ConnectionRules([
      ConnectionRule(direction: .input, channels: [.init(port: "in_L", patterns: patterns)])
    ])
    let plan = rules.plan(client: "tarmac", present: Self.present)
    #expect(plan.wanted.map(\.from) == expected)
    #expect(plan.wanted.allSatisfy { $0.to == "tarmac:in_L" })
    #expect(plan.waiting.isEmpty == !expected.isEmpty)
  }

  @Test(
    "channels that share a pattern take one match each, and wait until there is one for each",
    arguments: [
      (PortPattern.glob("Mixxx:out_*"), ["Mixxx:out_1>in_L", "Mixxx:out_2>in_R"]),
      (.regex("Mixxx:out_.*"), ["Mixxx:out_1>in_L", "Mixxx:out_2>in_R"]),
      (.glob("Mixxx:out_1?"), []),
      (.glob("system:capture_*"), []),
      (.exact("a:b:c"), ["a:b:c>in_L", "a:b:c>in_R"]),
    ]
  )
  func shared(_ pattern: PortPattern, _ expected: [String]) throws {
    let rules = try ConnectionRules([
      ConnectionRule(
        direction: .input,
        channels: ["in_L", "in_R"].map { .init(port: $0, patterns: [pattern]) }
      )
    ])
    let plan = rules.plan(client: "tarmac", present: Self.present)
    #expect(plan.wanted.map { "\($0.from)>\($0.to.dropFirst(7))" } == expected)
    #expect(plan.waiting.count == (expected.isEmpty ? 2 : 0))
  }

  @Test("our outputs are connected to inputs, never to other outputs")
  func outputs() throws {
    let rules = try ConnectionRules([
      ConnectionRule(
        direction: .output,
        channels: [.init(port: "out_L", patterns: [.glob("system:*"), .glob("Mixxx:*")])]
      )
    ])
    let plan = rules.plan(client: "tarmac", present: Self.present)
    #expect(
      plan.wanted == [
        Connection(from: "tarmac:out_L", to: "system:playback_1"),
        Connection(from: "tarmac:out_L", to: "system:playback_2"),
      ]
    )
    #expect(plan.waiting == [WaitingPort(port: "out_L", pattern: .glob("Mixxx:*"))])
  }

  @Test("a pattern never finds ports of our own; an exact name may")
  func ownPorts() throws {
    let loop = try ConnectionRules([
      ConnectionRule(
        direction: .output,
        channels: [.init(port: "out_L", patterns: [.glob("tarmac:*"), .exact("tarmac:in_R")])]
      )
    ])
    let plan = loop.plan(client: "tarmac", present: Self.present)
    #expect(plan.wanted == [Connection(from: "tarmac:out_L", to: "tarmac:in_R")])
  }

  @Test("only what we made and nobody wants is released, and a port that waits keeps what it has")
  func releases() throws {
    let rules = try ConnectionRules([
      ConnectionRule(
        direction: .input,
        channels: [.init(port: "in_L", patterns: [.exact("Mixxx:out_1")])]
      ),
      ConnectionRule(
        direction: .input,
        channels: [.init(port: "in_R", patterns: [.exact("absent:out")])]
      ),
    ])
    let kept = Connection(from: "Mixxx:out_1", to: "tarmac:in_L")
    let stale = Connection(from: "Mixxx:out_2", to: "tarmac:in_L")
    let waiting = Connection(from: "Mixxx:out_10", to: "tarmac:in_R")
    let plan = rules.plan(
      client: "tarmac",
      present: Self.present,
      made: [kept, stale, waiting]
    )
    #expect(plan.released == [stale])
    #expect(plan.wanted == [kept])
    #expect(plan.waiting == [WaitingPort(port: "in_R", pattern: .exact("absent:out"))])
  }

  @Test("a rule for a port that is not there yet asks for nothing")
  func absentPort() throws {
    let rules = try ConnectionRules([
      ConnectionRule(
        direction: .input,
        channels: [.init(port: "later", patterns: [.glob("Mixxx:*")])]
      )
    ])
    #expect(rules.plan(client: "tarmac", present: Self.present) == ConnectionPlan())
  }

  @Test("a regular expression that is none is refused with the reason")
  func badExpression() throws {
    #expect {
      try ConnectionRules([
        ConnectionRule(
          direction: .input,
          channels: [.init(port: "in_L", patterns: [.regex("Mixxx:(")])]
        )
      ])
    } throws: { error in
      guard case .badPattern("Mixxx:(", let reason) = error as? DriverError else { return false }
      return !reason.isEmpty
    }
  }
}
