// SPDX-License-Identifier: Apache-2.0
// Several outputs at once.

import ControlTower
import Quantities
import RuleProofs
import SeededNumbers
import Testing

@Suite("multiRoute")
struct MultiRouteTests {
  @Test(
    "headphones are added to each of the three promised outputs and take nothing from it",
    .proves("MRT-01", "MRT-02", "MRT-05", "MRT-06", "MRT-07"),
    arguments: [PortDescription.usb, .hdmi, .lineOut],
    [PortDescription.phones, .headset]
  )
  func pairs(_ first: PortDescription, _ second: PortDescription) throws {
    var stage = try Stage(rig: [.speaker, first], .deck())
    let effects = try stage.plug(second)
    #expect(stage.outputs("deck") == [first.id, second.id])
    let both = RouteDescription(inputs: [], outputs: [first.id, second.id])
    #expect(effects.rule(of: .route("deck", both)) == "MRT-01")
    #expect(stage.isPaused("deck") == false)
  }

  @Test(
    "what names no output stays on the first of several, and on all there are elsewhere",
    .proves("MRT-02")
  )
  func followed() {
    let both = RouteDescription(inputs: ["usb"], outputs: ["lineOut", "phones"])
    #expect(both.followedOutputs(by: .multiRoute) == ["lineOut"])
    #expect(both.followedOutputs(by: .playback) == ["lineOut", "phones"])
    #expect(RouteDescription.empty.followedOutputs(by: .multiRoute).isEmpty)
  }

  @Test(
    "interrupters and system sounds follow the route that a player would have, whatever sessions do",
    .proves("RTE-02", "RTE-04")
  )
  func outside() throws {
    var stage = try Stage(rig: [.speaker, .lineOut], .deck())
    #expect(stage.tower.routeOutsideSessions.outputs == ["lineOut"])
    try stage.plug(.phones)
    #expect(stage.tower.routeOutsideSessions.outputs == ["phones"])
    try stage(.pickRoute(.output, "lineOut"))
    #expect(stage.tower.routeOutsideSessions.outputs == ["lineOut"])
    for port: PortID in ["phones", "lineOut"] { try stage(.unplugged(port)) }
    #expect(stage.tower.routeOutsideSessions.outputs == ["speaker"])
    try stage(.unplugged("speaker"))
    #expect(stage.tower.routeOutsideSessions == .empty)
  }

  /// All pairs of outputs that multiRoute takes, beside the speaker.
  static let jacks: [PortDescription] = [.usb, .hdmi, .lineOut, .phones]

  @Test("exactly three pairs are promised", .proves("MRT-05", "MRT-06", "MRT-07", "MRT-08"))
  func exactlyThree() throws {
    var promised: Set<Set<PortID>> = []
    for first in Self.jacks {
      for second in Self.jacks where second != first {
        let stage = try Stage(rig: [first, second], .deck())
        let outputs = stage.outputs("deck") ?? []
        if outputs.count == 2 {
          promised.insert([first.id, second.id])
        } else {
          #expect(outputs == [second.id], "the last one alone")
        }
      }
    }
    #expect(promised == [["usb", "phones"], ["hdmi", "phones"], ["lineOut", "phones"]])
  }

  @Test("what is not promised is for the rig to decide, and the rule says so", .proves("MRT-08"))
  func ineligible() throws {
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], .deck())
    let effects = try stage.plug(.usb)
    let alone = RouteDescription(inputs: [], outputs: ["usb"])
    #expect(effects.rule(of: .route("deck", alone)) == "MRT-08")
    try stage(.pickRoute(.output, "phones"))
    #expect(stage.outputs("deck") == ["phones"])
    try stage(.setRigPolicy(RigPolicy(extraOutputPairs: [[.usb, .hdmi]])))
    #expect(stage.outputs("deck") == ["hdmi", "phones", "usb"])
    try stage(.setRigPolicy(RigPolicy(ineligibleCombination: .allow)))
    #expect(stage.outputs("deck") == ["hdmi", "phones", "usb"])
  }

  @Test("the speaker is used only when there is nothing else", .proves("ANC-MRT-01"))
  func speakerLast() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .a2dp, .stream], .deck().with(.ignore))
    #expect(stage.outputs("deck") == ["speaker"])
    try stage.plug(.phones)
    #expect(stage.outputs("deck") == ["phones"])
    #expect(try stage.tower.availableOutputs(for: "deck").map(\.id) == ["phones"])
    try stage.unplug(.phones)
    #expect(stage.outputs("deck") == ["speaker"])
  }

  @Test(
    "with one of two outputs gone the other plays on; with the last one gone it is paused",
    .proves("ANC-MRT-02", "RTE-11")
  )
  func loss() throws {
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], .deck())
    let first = try stage.unplug(.phones)
    #expect(first.routeChanges("deck") == [.oldDeviceUnavailable])
    #expect(!first.contains { $0.action == .pause("deck") })
    #expect(stage.outputs("deck") == ["hdmi"])
    #expect(try stage.unplug(.hdmi).first?.action == .pause("deck"))
    #expect(stage.outputs("deck") == ["speaker"])
  }

  @Test(
    "there is one input, the last of those that fit, beside all outputs; a second is refused",
    .proves("MRT-09", "MRT-12", "CAT-41")
  )
  func oneInput() throws {
    var stage = try Stage(rig: [.hdmi, .phones, .mic, .usbIn], .deck())
    #expect(stage.inputs("deck") == ["usbIn"])
    #expect(stage.outputs("deck") == ["hdmi", "phones"])
    try stage.plug(.headsetMic)
    #expect(stage.inputs("deck") == ["headsetMic"])
    let refusal = stage.refusal(.setPreferences("deck", [.input("mic"), .input("usbIn")]))
    #expect(refusal?.rule == RuleID("MRT-09"))
    #expect(refusal?.code == .resourceNotAvailable)
    try stage(.setPreferences("deck", [.input("mic")]))
    #expect(stage.inputs("deck") == ["mic"])
  }

  @Test(
    "multiRoute can mix: another session then keeps its own single output",
    .proves("MRT-10")
  )
  func mixes() throws {
    var stage = try Stage(rig: [.hdmi, .phones], .deck(options: [.mixWithOthers]))
    try stage(.added(.mixing()))
    try stage(.activate("pad"))
    #expect(stage.outputs("deck") == ["hdmi", "phones"])
    #expect(stage.outputs("pad") == ["phones"])
    #expect(stage.activation("deck") == .active)
  }

  @Test(
    "the same plugs under playback and multiRoute: playback follows the last, multiRoute keeps all",
    .proves("MRT-13", "RTE-02", "RTE-03"),
    arguments: [1, 2, 3] as [UInt64]
  )
  func differential(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var playback = try Stage(rig: [.speaker], .music("a").with(.ignore))
    var multiRoute = try Stage(rig: [.speaker], .deck("a").with(.ignore))
    try multiRoute(.setRigPolicy(RigPolicy(ineligibleCombination: .allow)))
    var stack: [PortDescription] = []
    for _ in 0..<500 {
      let port = Self.jacks.randomElement(using: &random) ?? .usb
      let isPlugged = stack.contains(port)
      let event = isPlugged ? TowerEvent.unplugged(port.id) : .plugged(port)
      try playback(event)
      try multiRoute(event)
      if isPlugged { stack.removeAll { $0 == port } } else { stack.append(port) }
      let all = stack.isEmpty ? ["speaker"] : stack.map(\.id)
      try #require(playback.outputs("a") == [all[all.count - 1]])
      try #require(multiRoute.outputs("a") == all)
    }
  }
}
