// SPDX-License-Identifier: Apache-2.0
// Which wireless outputs a session gets, and what a cut microphone does to it.

import ControlClient
import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("Wireless outputs and cut microphones of a live rig", .serialized)
struct LiveWirelessTests {
  private static let wireless = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      near: { role: receiver, ports: [ "near:in_1" ] }
      buds: { role: a2dp, ports: [ "buds:in_1" ] }
      mic: { role: mic, ports: [ "mic:out_1" ] }
      lavalier: { role: mic, ports: [ "lavalier:out_1" ] }
      car: { role: hfp, direction: input, ports: [ "car:out_1" ] }
    rig: { voice_microphones: [ lavalier, mic ] }
    sessions:
      hero:
        category: playback
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "are for the categories, modes and options that may use them, the moment they are asked for",
    .proves("ANC-OPT-02", "OPT-07", "MODE-09", "MODE-11", "CHG-01", "CHG-02", "CAT-30", at: .live)
  )
  func wireless() async throws {
    try await LiveStage.run(
      Self.wireless,
      voices: ["hero"],
      outputs: ["wall", "near", "buds"]
    ) { stage in
      for input in ["mic", "lavalier", "car"] { try stage.plug(input: input) }
      for route in ["wall", "near", "buds", "mic", "lavalier", "car"] {
        try stage.tarmac.wait(route) { stage.diary.events.contains(.route(route, .plugged)) }
      }
      let program = try stage.tarmac.anotherClient().connect()
      defer { program.close() }
      _ = try program.send(ClientOpenRequest(session: "hero", program: "hero"))
      // Held until it is active, at once from then on.
      var isActive = false
      let steps: [(String, String, [String], output: String, inputs: [String], used: [String])] = [
        ("playback", "default", [], "buds", [], []),
        ("playAndRecord", "default", [], "near", ["lavalier", "mic"], ["mic"]),
        ("playAndRecord", "default", ["allowBluetoothA2DP"], "buds", ["lavalier", "mic"], ["mic"]),
        (
          "playAndRecord", "default", ["allowBluetoothHFP"], "near", ["car", "lavalier", "mic"],
          ["car"]
        ),
        ("playAndRecord", "voiceChat", [], "near", ["car", "lavalier", "mic"], ["car"]),
        ("multiRoute", "default", [], "wall", ["lavalier", "mic"], ["mic"]),
        ("ambient", "default", [], "buds", [], []),
      ]
      for (category, mode, options, output, inputs, used) in steps {
        _ = try program.send(
          ClientSetCategoryRequest(category: category, mode: mode, options: options)
        )
        if !isActive {
          try stage.hears(["wall": [], "near": [], "buds": []])
          _ = try program.send(ClientSetActiveRequest(isActive: true))
          isActive = true
        }
        var expected: [String: [String]] = ["wall": [], "near": [], "buds": []]
        expected[output] = ["hero"]
        try stage.hears(expected)
        let state = try program.send(ClientStateRequest())
        let what = "\(category) \(mode) \(options)"
        #expect(state.route.availableInputs.map(\.uid).sorted() == inputs, "\(what)")
        #expect(state.route.inputs.map(\.uid) == used, "\(what)")
      }
      // A chat gets the rig's best microphone for voices of those that are built in.
      stage.unplug("car")
      _ = try program.send(ClientSetCategoryRequest(category: "playAndRecord", mode: "voiceChat"))
      for (gone, left) in [("", "lavalier"), ("lavalier", "mic")] {
        if !gone.isEmpty { stage.unplug(gone) }
        try stage.tarmac.wait("\(left) for the chat") {
          try stage.tarmac.session("hero").currentRoute.inputs == [left]
        }
      }
    }
  }

  private static func cut(_ options: String) -> String {
    """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      mic: { role: mic, ports: [ "mic:out_1" ] }
    sessions:
      take:
        category: playAndRecord
        options: [ \(options) ]
        sources: { near: { route: mic }, voice: { jack: [ "voices:out_1" ] } }
        sends: [ { to: currentRoute } ]
      pad:
        category: ambient
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: currentRoute } ]
    """
  }

  @Test(
    "interrupt who hears them when they are cut, or are exact zeros to who would rather have that",
    .proves("ANC-OPT-04", "ANC-INT-02", "PERM-02", at: .live),
    arguments: ["", "overrideMutedMicrophoneInterruption"]
  )
  func cut(options: String) async throws {
    try await LiveStage.run(Self.cut(options), voices: ["take", "pad"], outputs: ["wall"]) {
      stage in
      try stage.plug(input: "mic")
      try stage.tarmac.wait("the routes") {
        ["wall", "mic"].allSatisfy { stage.diary.events.contains(.route($0, .plugged)) }
      }
      let take = Transcript(of: "take", on: stage)
      try take.expect(["an input"], "at the start")
      for session in ["take", "pad"] { try stage.ask(ActivateRequest(session: session)) }
      let (voice, pad) = (stage.level(of: "take"), stage.level(of: "pad"))
      try stage.hears(["wall": voice + pad + LiveStage.inputLevel])
      try take.expect(["active"], "at the start")
      try stage.ask(SwitchRequest(name: .microphone, isOn: true))
      try stage.hears(["wall": options.isEmpty ? pad : voice + pad])
      try stage.ask(SwitchRequest(name: .microphone, isOn: false))
      try stage.hears(["wall": voice + pad + LiveStage.inputLevel])
      let told = ["interrupted: builtInMicMuted", "may resume", "active"]
      try take.expect(options.isEmpty ? told : [], "cut")
      try stage.ask(DeactivateRequest(session: "take"))
      try take.expect(["inactive"], "end")
    }
  }
}
