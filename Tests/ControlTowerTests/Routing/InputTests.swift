// SPDX-License-Identifier: Apache-2.0
// Which input a session hears, and how it learns what there is.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Inputs")
struct InputTests {
  @Test(
    "input is available while there is one; each edge is told once, even while inactive",
    .proves("INP-01", "INP-02")
  )
  func availability() throws {
    var stage = try Stage(rig: [.speaker], .chat())
    try stage(.added(.recorder()))
    try stage(.added(.music()))
    #expect(try !stage.tower.isInputAvailable(for: "chat"))
    let first = try stage.plug(.headsetMic)
    #expect(try stage.tower.isInputAvailable(for: "chat"))
    #expect(first.told("recorder") == [.inputAvailabilityChanged(true)])
    #expect(first.told("music").isEmpty, "a player hears no input")
    #expect(
      first.told("chat") == [
        .routeChanged(
          .newDeviceAvailable,
          previous: RouteDescription(inputs: [], outputs: ["speaker"])
        ),
        .inputAvailabilityChanged(true),
      ]
    )
    let second = try stage.plug(.usbIn)
    #expect(second.told("recorder").isEmpty)
    #expect(second.told("chat").last == .availableInputsChanged, "it can choose among two")
    try stage.unplug(.usbIn)
    let last = try stage.unplug(.headsetMic)
    #expect(last.told("recorder") == [.inputAvailabilityChanged(false)])
    #expect(last.told("chat").last == .inputAvailabilityChanged(false))
    #expect(!last.told("chat").contains(.availableInputsChanged))
  }

  @Test("recording without an input is refused in words", .proves("INP-03"))
  func recordWithoutInput() throws {
    var stage = try Stage(rig: [.speaker], idle: .recorder())
    for event: TowerEvent in [.prepareToRecord("recorder"), .setRecording("recorder", true)] {
      let refusal = stage.refusal(event)
      #expect(refusal?.reason == .noInput("recorder") && refusal?.rule == RuleID("INP-03"))
      #expect(refusal?.code == .resourceNotAvailable)
      #expect(refusal?.sentence.hasPrefix("There is no input for session 'recorder'") == true)
    }
    try stage.plug(.mic)
    #expect(try stage(.prepareToRecord("recorder")).isEmpty)
    #expect(stage.activation("recorder") == .inactive)
    #expect(try stage(.setRecording("recorder", true)).last?.rule == RuleID("ACT-18"))
    #expect(stage.activation("recorder") == .active)
  }

  @Test(
    "recording with a category that hears nothing is refused by the category's rule",
    .proves("CAT-05", "CAT-11", "CAT-17", "CAT-34")
  )
  func recordWithoutRight() throws {
    let expected: [Category: String] = [
      .ambient: "CAT-05", .soloAmbient: "CAT-11", .playback: "CAT-17", .audioProcessing: "CAT-34",
    ]
    for category in Category.allCases {
      let session = SessionConfiguration(id: "a", category: category, usesInput: true)
      var stage = try Stage(rig: [.mic], idle: session)
      let decision = stage.tower.decide(.setRecording("a", true))
      #expect(decision.refusal?.rule.description == expected[category])
      #expect(decision.refusal.map { $0.code == .cannotStartRecording } ?? true)
      #expect(stage.activation("a") == (expected[category] == nil ? .active : .inactive))
      #expect(stage.inputs("a") == (expected[category] == nil ? ["mic"] : []))
    }
  }

  @Test("with an input come its channels, in the same moment", .proves("INP-04", "RTE-16"))
  func characteristics() throws {
    var stage = try Stage(rig: [.speaker], .chat())
    #expect(try stage.tower.actualHardware(for: "chat").inputChannels == 0)
    try stage.plug(.usbIn)
    #expect(try stage.tower.actualHardware(for: "chat").inputChannels == 2)
    try stage.plug(.hdmi)
    #expect(try stage.tower.actualHardware(for: "chat").outputChannels == 8)
  }

  @Test(
    "which inputs there are is known to active sessions only; so is a wish for one",
    .proves("PREF-08", "PREF-10")
  )
  func onlyActive() throws {
    var stage = try Stage(.chat())
    for port in [PortDescription.speaker, .mic, .usbIn] { try stage.plug(port) }
    let refusal = #expect(throws: Refusal.self) { try stage.tower.availableInputs(for: "chat") }
    #expect(refusal?.reason == .sessionNotActive("chat"))
    #expect(refusal?.rule == RuleID("PREF-08"))
    #expect(stage.refusal(.setPreferences("chat", [.input("mic")])) == refusal)
    try stage(.activate("chat"))
    #expect(try stage.tower.availableInputs(for: "chat").map(\.id) == ["mic", "usbIn"])
    try stage(.setPreferences("chat", [.input("mic")]))
    #expect(stage.inputs("chat") == ["mic"])
    try stage.plug(.headsetMic)
    #expect(stage.inputs("chat") == ["mic"], "a wish wins over the last device")
    try stage(.setPreferences("chat", [.input(nil)]))
    #expect(stage.inputs("chat") == ["headsetMic"])
  }

  @Test("an input that is not there or not for the session can't be wished for", .proves("PREF-08"))
  func badWish() throws {
    var stage = try Stage(rig: [.speaker, .mic, .hfpMic], .chat())
    let wishes: [(PortID, Refusal.Reason, String)] = [
      ("usbIn", .unknownPort("usbIn"), "PREF-08"),
      ("speaker", .unknownPort("speaker"), "PREF-08"),
      ("hfpMic", .portNotAvailable("hfpMic", "chat"), "OPT-07"),
    ]
    for (port, reason, rule) in wishes {
      let refusal = stage.refusal(.setPreferences("chat", [.input(port)]))
      #expect(refusal?.reason == reason)
      #expect(refusal?.rule == RuleID(rule))
    }
  }

  @Test("multiRoute can't wish for an input that it never takes", .proves("ANC-MRT-01"))
  func badWishOfMultiRoute() throws {
    let network = PortDescription(id: "network", role: .net, direction: .input)
    let lineIn = PortDescription(id: "lineIn", role: .lineIn, direction: .input)
    var stage = try Stage(rig: [.speaker, .mic, network, lineIn], .deck())
    for port in [network, lineIn] {
      let refusal = stage.refusal(.setPreferences("deck", [.input(port.id)]))
      #expect(refusal?.reason == .portNotAvailable(port.id, "deck"))
      #expect(refusal?.rule == RuleID("ANC-MRT-01"))
    }
  }

  @Test(
    "with allowBluetooth, and only with it, hands-free devices can be chosen",
    .proves("OPT-03", "OPT-07"),
    arguments: [Category.record, .playAndRecord]
  )
  func handsFree(_ category: Category) throws {
    let session = SessionConfiguration(id: "a", category: category)
    var stage = try Stage(rig: [.speaker, .mic, .hfpMic], session)
    #expect(try stage.tower.availableInputs(for: "a").map(\.id) == ["mic"])
    let effects = try stage(.setCategory("a", category, .default, [.allowBluetoothHFP]))
    #expect(try stage.tower.availableInputs(for: "a").map(\.id) == ["mic", "hfpMic"])
    #expect(effects.told("a").contains(.availableInputsChanged))
    #expect(stage.inputs("a") == ["hfpMic"])
  }

  @Test(
    "measurement hears the rig's primary input, and no wish changes that",
    .proves("MEAS-02")
  )
  func measurement() throws {
    var stage = try Stage(rig: [.speaker, .mic, .usbIn], .meter())
    #expect(stage.inputs("meter") == ["mic"])
    #expect(stage.refusal(.setPreferences("meter", [.input("usbIn")]))?.rule == RuleID("MEAS-02"))
    try stage(.pickRoute(.input, "usbIn"))
    #expect(stage.inputs("meter") == ["mic"])
    let effects = try stage(.setRigPolicy(RigPolicy(primaryInput: "usbIn")))
    #expect(stage.inputs("meter") == ["usbIn"])
    #expect(effects.routeChanges("meter") == [.routeConfigurationChange])
    try stage.unplug(.usbIn)
    #expect(stage.inputs("meter") == ["mic"])
  }

  @Test(
    "a chat on built-in microphones gets the best one for voices; the rule is logged",
    .proves("MODE-11"),
    arguments: Mode.allCases
  )
  func voiceMicrophones(_ mode: Mode) throws {
    guard mode.categories.contains(.playAndRecord), mode != .measurement else { return }
    let isChat = [.voiceChat, .videoChat, .gameChat].contains(mode)
    let back = PortDescription(id: "back", role: .mic, direction: .input)
    let front = PortDescription(id: "front", role: .mic, direction: .input)
    var stage = try Stage(rig: [.speaker, back, front], .music("chat"))
    try stage(.setRigPolicy(RigPolicy(voiceMicrophones: ["gone", "front", "back"])))
    let effects = try stage(.setCategory("chat", .playAndRecord, mode, []))
    #expect(stage.inputs("chat") == [isChat ? "front" : "back"])
    #expect(effects.contains { $0.rule == RuleID("MODE-11") } == isChat)
    try stage.plug(.usbIn)
    #expect(stage.inputs("chat") == ["usbIn"], "not the built-in one any more")
  }

  @Test(
    "videoRecording chooses no input by itself on a rig without a picture",
    .proves("MODE-16")
  )
  func videoRecording() throws {
    let rig: [PortDescription] = [.speaker, .receiver, .mic, .usbIn, .headsetMic]
    for category in [Category.record, .playAndRecord] {
      let usual = SessionConfiguration(id: "a", category: category)
      let video = SessionConfiguration(id: "a", category: category, mode: .videoRecording)
      let routes = try [usual, video].map { try Stage(rig: rig, $0).tower.session("a")?.route }
      #expect(routes[0] == routes[1])
    }
  }
}
