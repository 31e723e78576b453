// SPDX-License-Identifier: Apache-2.0
// Where sound goes as devices are plugged in and out.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Routes")
struct RouteTests {
  @Test(
    "what was plugged in last is used; unplugged, what was in use before is used again",
    .proves("RTE-02", "RTE-03")
  )
  func lastWins() throws {
    var stage = try Stage(rig: [.speaker], .music().with(.ignore))
    var seen: [[PortID]?] = [stage.outputs("music")]
    try stage.plug(.hdmi)
    seen.append(stage.outputs("music"))
    try stage.plug(.phones)
    seen.append(stage.outputs("music"))
    try stage.plug(.usb)
    try stage.unplug(.usb)
    try stage.unplug(.phones)
    seen.append(stage.outputs("music"))
    try stage.unplug(.hdmi)
    seen.append(stage.outputs("music"))
    #expect(seen == [["speaker"], ["hdmi"], ["phones"], ["hdmi"], ["speaker"]])
  }

  @Test("input and output each have a last device of their own", .proves("RTE-02"))
  func directions() throws {
    var stage = try Stage(rig: [.speaker, .mic], .chat().with(.ignore))
    try stage.plug(.usbIn)
    try stage.plug(.phones)
    #expect(stage.inputs("chat") == ["usbIn"])
    #expect(stage.outputs("chat") == ["phones"])
    try stage.plug(.headsetMic)
    #expect(stage.inputs("chat") == ["headsetMic"])
    #expect(stage.outputs("chat") == ["phones"])
  }

  @Test(
    "sound moves to headphones and goes on; the session is told the reason and the route before",
    .proves("RTE-08", "RTE-09", "RTE-10", "ANC-NOT-01")
  )
  func movesOn() throws {
    var stage = try Stage(rig: [.speaker], .music())
    let effects = try stage.plug(.phones)
    let before = RouteDescription(inputs: [], outputs: ["speaker"])
    let after = RouteDescription(inputs: [], outputs: ["phones"])
    #expect(
      effects == [
        TowerEffect(.route("music", after), rule: RuleID("RTE-02"), cause: .port("phones")),
        TowerEffect(
          .notify("music", .routeChanged(.newDeviceAvailable, previous: before)),
          rule: RuleID("RTE-02"),
          cause: .port("phones")
        ),
      ]
    )
    #expect(stage.isPaused("music") == false)
    #expect(try stage.unplug(.phones).routeChanges("music") == [.oldDeviceUnavailable])
  }

  @Test(
    "the route can be read at any time, and the first one is not told",
    .proves("RTE-06", "RTE-13")
  )
  func initialRoute() throws {
    var stage = try Stage(.music())
    try stage.plug(.speaker)
    #expect(try stage.plug(.phones).isEmpty)
    #expect(stage.outputs("music") == ["phones"])
    let effects = try stage(.activate("music"))
    #expect(effects.routeChanges("music").isEmpty)
    #expect(
      effects.first?.action == .route("music", RouteDescription(inputs: [], outputs: ["phones"]))
    )
    try stage(.deactivate("music", notifyingOthers: false))
    #expect(stage.outputs("music") == ["phones"])
  }

  @Test(
    "a category set while inactive changes the route at activation, and that is told",
    .proves("DEF-09", "CHG-01")
  )
  func pendingCategory() throws {
    var stage = try Stage(.music())
    for port in [PortDescription.speaker, .receiver, .mic] { try stage.plug(port) }
    #expect(try stage(.setCategory("music", .playAndRecord, .default, [])).isEmpty)
    #expect(stage.outputs("music") == ["speaker"])
    let effects = try stage(.activate("music"))
    #expect(stage.outputs("music") == ["receiver"])
    #expect(
      effects.told("music") == [
        .routeChanged(
          .categoryChange,
          previous: RouteDescription(inputs: [], outputs: ["speaker"])
        ),
        .didActivate,
      ]
    )
    let plugged = try stage.plug(.phones)
    #expect(plugged.routeChanges("music") == [.newDeviceAvailable], "the category is told once")
  }

  @Test(
    "a route that waits for activation keeps the ports that are left, and takes up no others",
    .proves("DEF-09")
  )
  func pendingPorts() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .mic], idle: .chat())
    try stage(.setCategory("chat", .playback, .default, []))
    for port in [PortDescription.phones, .headsetMic] { try stage.plug(port) }
    #expect(stage.inputs("chat") == ["mic"] && stage.outputs("chat") == ["receiver"])
    try stage.unplug(.receiver)
    #expect(stage.inputs("chat") == ["mic"] && stage.outputs("chat") == [])
    try stage.unplug(.mic)
    #expect(stage.tower.session("chat")?.route == .empty)
  }

  @Test(
    "a reset of the audio server ends the wait: the route that is read is up to date",
    .proves("RST-A2", "RTE-06")
  )
  func pendingUntilReset() throws {
    var stage = try Stage(rig: [.speaker], idle: .music())
    try stage(.setCategory("music", .ambient, .default, []))
    try stage(.setCategory("music", .playback, .default, []))
    try stage.plug(.phones)
    #expect(stage.outputs("music") == ["speaker"])
    try stage(.mediaServicesReset)
    #expect(stage.outputs("music") == ["phones"])
  }

  @Test("a route may be empty: nothing is refused, nothing is told twice", .proves("RTE-07"))
  func emptyRoute() throws {
    var stage = try Stage(rig: [], .music())
    #expect(stage.outputs("music") == [])
    #expect(stage.tower.session("music")?.isPlaying == true)
    try stage.plug(.speaker)
    let effects = try stage.unplug(.speaker)
    #expect(effects.contains { $0.action == .route("music", .empty) })
    #expect(effects.routeChanges("music") == [.oldDeviceUnavailable])
  }

  @Test(
    "a category that finds no port says so; it changes the route with a reason of its own",
    .proves("ANC-RTE-01")
  )
  func noSuitableRoute() throws {
    var stage = try Stage(rig: [.speaker, .mic, .receiver], .music())
    let chat = try stage(.setCategory("music", .playAndRecord, .default, []))
    #expect(chat.routeChanges("music") == [.categoryChange])
    try stage.unplug(.mic)
    let player = try stage(.setCategory("music", .playback, .default, []))
    #expect(player.routeChanges("music") == [.categoryChange], "a player lacks no input")
    let record = try stage(.setCategory("music", .record, .default, []))
    #expect(record.routeChanges("music") == [.noSuitableRouteForCategory])
  }

  @Test(
    "without anything plugged in playAndRecord uses the receiver, and the speaker where it must",
    .proves("CAT-30", "OPT-04")
  )
  func receiver() throws {
    let rig: [PortDescription] = [.speaker, .receiver, .mic]
    var stage = try Stage(rig: rig, .chat())
    #expect(stage.outputs("chat") == ["receiver"])
    try stage(.setCategory("chat", .playAndRecord, .default, [.defaultToSpeaker]))
    #expect(stage.outputs("chat") == ["speaker"])
    try stage.plug(.phones)
    #expect(stage.outputs("chat") == ["phones"], "defaultToSpeaker honours plugs")
    #expect(try Stage(rig: [.speaker], .chat()).outputs("chat") == ["speaker"])
    #expect(try Stage(rig: rig, .music()).outputs("music") == ["speaker"])
    #expect(try Stage(rig: rig, .chat(mode: .voiceChat)).outputs("chat") == ["receiver"])
    #expect(try Stage(rig: rig, .chat(mode: .videoChat)).outputs("chat") == ["speaker"])
  }

  @Test(
    "what the user picks is used until something is plugged in; what just appears is no plug",
    .proves("RTE-04")
  )
  func pick() throws {
    var stage = try Stage(rig: [.speaker, .a2dp, .phones], .music())
    #expect(stage.outputs("music") == ["phones"])
    let effects = try stage(.pickRoute(.output, "a2dp"))
    #expect(stage.outputs("music") == ["a2dp"])
    #expect(effects.allSatisfy { $0.rule == RuleID("RTE-04") && $0.cause == .operator })
    #expect(effects.routeChanges("music") == [.override])
    try stage.plug(.stream)
    #expect(stage.outputs("music") == ["a2dp"])
    try stage.plug(.usbIn)
    #expect(stage.outputs("music") == ["a2dp"], "the other direction does not count")
    try stage.plug(.hdmi)
    #expect(stage.outputs("music") == ["hdmi"])
    #expect(stage.tower.pick(.output) == nil)
    try stage(.pickRoute(.output, "speaker"))
    #expect(stage.outputs("music") == ["speaker"])
    try stage(.pickRoute(.output, nil))
    #expect(stage.outputs("music") == ["hdmi"])
  }

  @Test(
    "nothing that a session asks for holds its route against a plug or a pick",
    .proves("RTE-05", "OVR-04")
  )
  func noLock() throws {
    let rig: [PortDescription] = [.speaker, .receiver, .phones, .mic, .headsetMic]
    var stage = try Stage(rig: [.speaker, .receiver, .mic], .chat())
    try stage(.activate("chat"))
    for device in [rig[2], rig[4]] {
      try stage(.overrideOutput("chat", .speaker))
      #expect(stage.outputs("chat") == ["speaker"])
      try stage.plug(device)
      #expect(stage.tower.session("chat")?.override == OutputOverride.none)
    }
    #expect(stage.outputs("chat") == ["phones"] && stage.inputs("chat") == ["headsetMic"])
    try stage(.overrideOutput("chat", .speaker))
    try stage(.pickRoute(.output, "receiver"))
    #expect(stage.outputs("chat") == ["receiver"], "the user's hand counts more than the override")
    try stage(.setPreferences("chat", [.input("mic")]))
    try stage.unplug(.mic)
    #expect(stage.inputs("chat") == ["headsetMic"])
  }

  @Test("a virtual output is used only while it is picked", .proves("RTE-01", "RTE-04"))
  func virtual() throws {
    var stage = try Stage(rig: [.speaker, .loopback], .music().with(.ignore))
    #expect(stage.outputs("music") == ["speaker"])
    try stage(.pickRoute(.output, "loopback"))
    #expect(stage.outputs("music") == ["loopback"])
    try stage.unplug(.loopback)
    try stage.plug(.loopback)
    #expect(stage.outputs("music") == ["speaker"])
  }

  @Test("a pick of what is not there, or goes the other way, is refused", .proves("RTE-04"))
  func badPick() throws {
    var stage = try Stage(rig: [.speaker, .mic], .music())
    #expect(stage.refusal(.pickRoute(.output, "mic"))?.reason == .unknownPort("mic"))
    #expect(stage.refusal(.pickRoute(.input, "usb"))?.reason == .unknownPort("usb"))
    #expect(stage.refusal(.plugged(.mic))?.reason == .duplicatePort("mic"))
    #expect(stage.refusal(.unplugged("usb"))?.reason == .unknownPort("usb"))
  }

  @Test(
    "recorded with a headset, heard on its phones, and from the speaker when it is unplugged",
    .proves("RTE-15", "RTE-14")
  )
  func headset() throws {
    var memo = SessionConfiguration.chat("memo", options: [.defaultToSpeaker])
    memo.behaviour.routePolicy = .stopOnChange
    var stage = try Stage(rig: [.speaker, .receiver, .mic, .headset, .headsetMic], memo)
    #expect(stage.inputs("memo") == ["headsetMic"])
    try stage(.setCategory("memo", .playback, .default, []))
    #expect(stage.outputs("memo") == ["headset"])
    let effects = try stage.unplug(.headset)
    #expect(effects.first?.action == .pause("memo"))
    try stage.unplug(.headsetMic)
    try stage(.setPlaying("memo", true))
    #expect(stage.outputs("memo") == ["speaker"])
  }
}
