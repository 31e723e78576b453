// SPDX-License-Identifier: Apache-2.0
// A DJ with several outputs and an input, beside a session that plays where all others do.

import ControlClient
import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("multiRoute on a live rig", .serialized)
struct LiveMultiRouteTests {
  /// The floor hears the deck, the headphones the next track, and the first output the microphone.
  private static let preset = """
    tarmac: 1
    routes:
      wall:   { role: speaker, ports: [ "wall:in_1" ] }
      line:   { role: lineOut, ports: [ "line:in_1" ] }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
      stick:  { role: usb, ports: [ "stick:in_1" ] }
      screen: { role: hdmi, ports: [ "screen:in_1" ] }
      buds:   { role: a2dp, ports: [ "buds:in_1" ] }
      mic:    { role: mic, ports: [ "mic:out_1" ] }
      desk:   { role: usb, direction: input, ports: [ "desk:out_1" ] }
      tie:    { role: headset, direction: input, ports: [ "tie:out_1" ] }
      tape:   { role: lineIn, ports: [ "tape:out_1" ] }
    sessions:
      dj:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        sources:
          deck: { jack: [ "voices:out_1" ] }
          next: { jack: [ "voices:out_2" ] }
          talk: { route: currentRoute }
        graph: { nodes: {}, connections: [ deck -> out.1, next -> out.2, talk -> out.3 ] }
        streams: { floor: [ 1 ], cue: [ 2 ], voice: [ 3 ] }
        sends:
          - { stream: floor, to: line }
          - { stream: floor, to: stick }
          - { stream: floor, to: screen }
          - { stream: cue, to: phones }
          - { stream: voice, to: currentRoute }
      beside:
        category: playback
        options: [ mixWithOthers ]
        active: true
        route_policy: ignore
        source: { jack: [ "voices:out_3" ] }
        sends: [ { to: currentRoute } ]
    """
  private static let levels: [String: Float] = [
    "mic": 0x1p-6, "desk": 0x1p-7, "tie": 0x1p-8, "tape": 0x1p-9,
  ]

  @Test(
    "plays on headphones and one more at once, each its own stream, beside one input, the last; others follow the last output",
    .proves(
      "MRT-01",
      "MRT-02",
      "MRT-03",
      "MRT-05",
      "MRT-06",
      "MRT-07",
      "MRT-08",
      "MRT-09",
      "MRT-10",
      "MRT-11",
      "MRT-12",
      "MRT-13",
      "CAT-40",
      "CAT-41",
      "ANC-MRT-01",
      "RTE-02",
      "AIR-04",
      at: .live
    )
  )
  func streams() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["deck", "next", "beside"],
      outputs: ["wall"],
      by: .clock
    ) { stage in
      let (deck, next) = (stage.level(of: "deck"), stage.level(of: "next"))
      let beside = stage.level(of: "beside")
      var voice: Float = 0
      func routed(_ inputs: [String], _ outputs: [String]) throws {
        let route = try stage.tarmac.session("dj").currentRoute
        #expect(route.outputs.sorted() == outputs.sorted())
        #expect(route.inputs == inputs)
      }
      func input(_ name: String) throws {
        try stage.add(input: name, level: Self.levels[name] ?? 0)
      }

      // The speaker is used while there is nothing else; only the voice is sent there.
      try input("mic")
      voice = 0x1p-6
      try stage.hearsOnly(["wall": voice + beside])
      try routed(["mic"], ["wall"])
      try stage.add(output: "line")
      try stage.hearsOnly(["line": deck + voice + beside])
      try routed(["mic"], ["line"])

      // Headphones take nothing from the floor, whose samples do not change while they are plugged
      // in.
      try stage.ask(DeactivateRequest(session: "beside"))
      try stage.hearsOnly(["line": deck + voice])
      let floor = try stage.listen { try stage.add(output: "phones") }["line"] ?? []
      #expect(!floor.isEmpty && floor.allSatisfy { $0 == deck + voice })
      try stage.hearsOnly(["line": deck + voice, "phones": next])
      try stage.ask(ActivateRequest(session: "beside"))
      try stage.hearsOnly(["line": deck + voice, "phones": next + beside])
      try routed(["mic"], ["line", "phones"])

      // The other two promised pairs.
      for output in ["stick", "screen"] {
        try stage.remove(output == "stick" ? "line" : "stick")
        try stage.hearsOnly(["phones": next + voice + beside])
        try stage.add(output: output)
        try stage.hearsOnly(["phones": next + voice, output: deck + beside])
        try routed(["mic"], ["phones", output])
      }

      // One input, the last one that fits; a line input does not fit.
      for name in ["desk", "tie"] {
        try input(name)
        voice = Self.levels[name] ?? 0
        try stage.hearsOnly(["phones": next + voice, "screen": deck + beside])
        try routed([name], ["phones", "screen"])
      }
      try input("tape")
      try stage.remove("tie")
      voice = 0x1p-7
      try stage.hearsOnly(["phones": next + voice, "screen": deck + beside])
      try routed(["desk"], ["phones", "screen"])
      let program = try stage.tarmac.anotherClient().connect()
      defer { program.close() }
      _ = try program.send(ClientOpenRequest(session: "dj", program: "dj"))
      let refusal = #expect(throws: ControlClientError.self) {
        try program.send(ClientSetPreferencesRequest([.input(uid: "mic"), .input(uid: "desk")]))
      }
      #expect("\(refusal as Any)".contains("MRT-09"))
      try routed(["desk"], ["phones", "screen"])

      // A2DP is for other categories. Three outputs do not go together: the last one alone is the
      // route, and pinned sends stay where they are.
      try stage.add(output: "buds")
      try stage.hearsOnly(["phones": next + voice, "screen": deck, "buds": beside])
      try routed(["desk"], ["phones", "screen"])
      try stage.add(output: "stick")
      try stage.hearsOnly(["phones": next, "screen": deck, "stick": deck + voice + beside])
      try routed(["desk"], ["stick"])
      let decisions = try stage.ask(DecisionListRequest(last: 1))
      #expect(decisions.contains { $0.lines.contains { $0.contains("MRT-08") } }, "\(decisions)")
    }
  }
}
