// SPDX-License-Identifier: Apache-2.0
// Which input a session hears, and what it can read of inputs: each of them plays a level of its
// own.

import ControlClient
import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("The inputs that a live rig chooses", .serialized)
struct LiveInputTests {
  private static let preset = """
    tarmac: 1
    rig: { primary_input: mic, voice_microphones: [ lavalier, mic ] }
    routes:
      wall:     { role: speaker, ports: [ "wall:in_1" ] }
      mic:      { role: mic, ports: [ "mic:out_1" ] }
      lavalier: { role: mic, ports: [ "lavalier:out_1" ] }
      desk:     { role: usb, direction: input, ports: [ "desk:out_1" ] }
      tie:      { role: headset, direction: input, ports: [ "tie:out_1" ] }
      kit:      { role: hfp, direction: input, ports: [ "kit:out_1" ] }
    sessions:
      chat:
        category: playAndRecord
        active: true
        route_policy: ignore
        source: { route: currentRoute }
        sends: [ { to: currentRoute } ]
      memo: { category: record, source: { route: currentRoute } }
    """
  private static let levels: [String: Float] = [
    "mic": 0x1p-1, "lavalier": 0x1p-2, "desk": 0x1p-3, "tie": 0x1p-4, "kit": 0x1p-5,
  ]

  private func refusal(of body: () throws -> Void) -> String {
    let error = #expect(throws: ControlClientError.self) { try body() }
    return "\(error as Any)"
  }

  @Test(
    "are the last that fits, the preferred, the picked, the best for voices or the primary one; what they are can be read",
    .proves(
      "RTE-02",
      "RTE-03",
      "RTE-04",
      "RTE-06",
      "RTE-16",
      "INP-01",
      "INP-02",
      "INP-04",
      "OPT-03",
      "OPT-07",
      "MODE-09",
      "MODE-11",
      "MEAS-02",
      "PREF-03",
      "PREF-08",
      "PREF-09",
      "PREF-10",
      "PREF-15",
      "ANC-PREF-01",
      "ANC-RTE-02",
      at: .live
    )
  )
  func inputs() async throws {
    try await LiveStage.run(Self.preset, voices: ["chat"], outputs: ["wall"], by: .clock) { stage in
      let (chat, memo) = (
        try stage.tarmac.anotherClient().connect(), try stage.tarmac.anotherClient().connect()
      )
      defer {
        chat.close()
        memo.close()
      }
      _ = try chat.send(ClientOpenRequest(session: "chat", program: "chat"))
      _ = try memo.send(ClientOpenRequest(session: "memo", program: "memo"))
      func hears(_ input: String?, choices: [String]) throws {
        let level = input.map { Self.levels[$0] ?? 0 }
        try stage.hearsOnly(level.map { ["wall": $0] } ?? [:])
        let state = try chat.send(ClientStateRequest())
        #expect(state.route.inputs.map(\.uid) == (input.map { [$0] } ?? []))
        #expect(state.route.availableInputs.map(\.uid) == choices)
        #expect(state.route.isInputAvailable == !choices.isEmpty)
        #expect(state.route.maximumInputChannels == choices.count)
        #expect(state.hardware.inputChannels == (input == nil ? 0 : 1))
      }
      func add(_ input: String) throws {
        try stage.add(input: input, level: Self.levels[input] ?? 0)
      }
      func become(_ mode: String, _ options: [String] = []) throws {
        try stage.ask(
          SetCategoryRequest(
            session: "chat",
            category: "playAndRecord",
            mode: mode,
            options: options
          )
        )
      }
      func prefer(_ input: String?) throws {
        _ = try chat.send(ClientSetPreferencesRequest([.input(uid: input)]))
      }
      func availability(_ session: String) -> [Bool] {
        stage.diary.told(session).compactMap {
          if case .inputAvailabilityChanged(let isAvailable) = $0 { isAvailable } else { nil }
        }
      }
      try stage.ask(ActivateRequest(session: "chat"))
      try hears(nil, choices: [])
      #expect(availability("chat").isEmpty && availability("memo").isEmpty)

      // The session is notified of the first one, and can read it then.
      try stage.plug(input: "mic", level: 0x1p-1)
      try stage.tarmac.wait("the news") { availability("chat") == [true] }
      let state = try chat.send(ClientStateRequest())
      let mic = PortStatus(portType: "mic", portName: "mic", uid: "mic", channels: ["mono"])
      #expect(state.route.inputs == [mic] && state.route.availableInputs == [mic])
      #expect(state.hardware.inputChannels == 1 && state.hardware.outputChannels == 1)
      #expect(state.hardware.sampleRate_hz == 48_000 && !state.hardware.isProvisional)
      #expect(state.hardware.ioBufferDuration_seconds == 256.0 / 48_000)
      try hears("mic", choices: ["mic"])
      // It can be turned down, and not up.
      for (wish, gain) in [(0.25, 0.25), (-1, 0), (7, 1), (0.5, 0.5), (nil, 1)]
        as [(Double?, Double)]
      {
        _ = try chat.send(ClientSetPreferencesRequest([.inputGain(value: wish)]))
        try stage.hearsOnly(["wall": 0x1p-1 * Float(gain)])
        #expect(try chat.send(ClientStateRequest()).hardware.inputGain == gain)
      }
      // A session that is not active is notified, too, but does not know yet which inputs there
      // are.
      #expect(availability("memo") == [true])
      let inactive = try memo.send(ClientStateRequest())
      #expect(inactive.route.isInputAvailable && inactive.route.availableInputs.isEmpty)
      #expect(inactive.hardware.isProvisional)
      let unknown = refusal {
        _ = try memo.send(ClientSetPreferencesRequest([.input(uid: "mic")]))
      }
      #expect(unknown.contains("PREF-08"))

      // Only sessions that ask for hands-free devices hear them.
      try add("kit")
      try hears("mic", choices: ["mic"])
      #expect(refusal { try prefer("kit") }.contains("OPT-07"))
      try become("default", ["allowBluetoothHFP"])
      try hears("kit", choices: ["mic", "kit"])
      try become("default")
      try hears("mic", choices: ["mic"])
      try become("voiceChat")
      try hears("kit", choices: ["mic", "kit"])
      try become("default")

      // The last one; the one that it prefers; the one that the user picks, until the next plug.
      try add("desk")
      try hears("desk", choices: ["mic", "desk"])
      try prefer("mic")
      try hears("mic", choices: ["mic", "desk"])
      try prefer(nil)
      try hears("desk", choices: ["mic", "desk"])
      try stage.ask(RoutePickRequest(direction: "input", route: "mic"))
      try hears("mic", choices: ["mic", "desk"])
      try add("tie")
      try hears("tie", choices: ["mic", "desk", "tie"])
      for (count, rule) in [(2, "PREF-09"), (0, "PREF-09")] {
        let wish = ClientSetPreferencesRequest([.outputChannels(count: count)])
        #expect(refusal { _ = try chat.send(wish) }.contains(rule))
      }

      // Measurement hears the primary one, whatever was plugged in last.
      try become("measurement")
      try hears("mic", choices: ["mic", "desk", "tie"])
      #expect(refusal { try prefer("desk") }.contains("MEAS-02"))
      try become("default")
      try hears("tie", choices: ["mic", "desk", "tie"])
      try stage.remove("tie")
      try hears("desk", choices: ["mic", "desk"])
      try stage.remove("desk")
      try hears("mic", choices: ["mic"])

      // Of the built-in ones a chat hears the best for voices.
      try stage.remove("kit")
      try add("lavalier")
      try hears("mic", choices: ["mic", "lavalier"])
      for mode in ["voiceChat", "videoChat", "gameChat"] {
        try become(mode)
        try hears("lavalier", choices: ["mic", "lavalier"])
        try become("default")
        try hears("mic", choices: ["mic", "lavalier"])
      }
      try stage.remove("mic")
      try hears("lavalier", choices: ["lavalier"])
      #expect(availability("chat") == [true] && availability("memo") == [true])
      try stage.remove("lavalier")
      try hears(nil, choices: [])
      try stage.tarmac.wait("the loss to be told") {
        availability("chat") == [true, false] && availability("memo") == [true, false]
      }
    }
  }

  @Test(
    "are cut off by the microphone switch, which interrupts who hears one, unless it would rather hear zeros",
    .proves("ANC-OPT-04", "ANC-INT-02", at: .live)
  )
  func microphoneSwitch() async throws {
    try await LiveStage.run(Self.preset, voices: ["chat"], outputs: ["wall"], by: .clock) { stage in
      try stage.add(input: "mic", level: 0x1p-1)
      try stage.hearsOnly(["wall": 0x1p-1])
      func cut(_ isOn: Bool) throws {
        try stage.ask(SwitchRequest(name: .microphone, isOn: isOn))
      }
      func reasons() -> [SessionNotification.InterruptionReason] {
        stage.diary.told("chat").compactMap {
          if case .interruptionBegan(let reason, _, _, _) = $0 { reason } else { nil }
        }
      }
      try cut(true)
      try stage.hearsOnly([String: Float]())
      #expect(try stage.tarmac.session("chat").state == "interrupted")
      try stage.tarmac.wait("the reason") { reasons() == [.builtInMicMuted] }
      try cut(false)
      try stage.ask(ActivateRequest(session: "chat"))
      try stage.hearsOnly(["wall": 0x1p-1])
      try stage.ask(
        SetCategoryRequest(
          session: "chat",
          category: "playAndRecord",
          options: ["overrideMutedMicrophoneInterruption"]
        )
      )
      try cut(true)
      try stage.hearsOnly([String: Float]())
      #expect(try stage.tarmac.session("chat").state == "active")
      try cut(false)
      try stage.hearsOnly(["wall": 0x1p-1])
      #expect(reasons() == [.builtInMicMuted])
    }
  }
}
