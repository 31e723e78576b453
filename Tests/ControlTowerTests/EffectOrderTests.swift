// SPDX-License-Identifier: Apache-2.0
// The order of effects: no sound is heard in between that should not be.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("The order of effects")
struct EffectOrderTests {
  private let card = ExclusiveToken("card")

  private func node(
    _ id: SessionID,
    mode: Mode = .default,
    _ options: Set<CategoryOption> = [.mixWithOthers]
  ) -> SessionConfiguration {
    SessionConfiguration(
      id: id,
      category: .playback,
      mode: mode,
      options: options,
      behaviour: SessionBehaviour(interSession: true)
    )
  }

  @Test(
    "what comes beside a measurement is kept off first, then routed, switched and turned down",
    .proves("MEAS-A1", "DUCK-09", "RTE-11")
  )
  func strip() throws {
    var meter = SessionConfiguration.meter()
    meter.targets = SendTargets(pinned: ["lineOut"], followsRoute: false)
    meter.behaviour.hasExclusiveOutputs = true
    var stage = try Stage(rig: [.lineOut], idle: meter, .ducker(), .mixing())
    try stage(.setMuted("pad", true))
    for id in ["voice", "meter"] as [SessionID] { try stage(.activate(id)) }
    #expect(
      try stage.actions(.activate("pad")).prefix(6) == [
        .closeOutputs("pad", ["lineOut"]),
        .route("pad", RouteDescription(inputs: [], outputs: ["lineOut"])),
        .mute("pad", true), .silenceSecondary("pad", true),
        .duck("pad", level: Decibels(-12), over: .zero), .sound("pad"),
      ]
    )
  }

  @Test("who starts to mix gives its token back before its strip is set", .proves("HWC-03"))
  func tokens() throws {
    let holder = SessionConfiguration(id: "a", category: .playback, tokens: [card])
    var stage = try Stage(holder, active: ["a"])
    #expect(
      try stage.actions(.setCategory("a", .playback, .measurement, [.mixWithOthers]))
        == [.hold(card, "a", false), .measure("a", true)]
    )
  }

  @Test(
    "with an output those fall silent first that lose their activation, then the others pause, in turn",
    .proves("RTE-11", "ANC-INT-04")
  )
  func loss() throws {
    let names = (1...8).map { SessionID("pad \($0)") }
    var film = SessionConfiguration.mixing("film")
    film.behaviour.prefersInterruptionOnRouteDisconnect = true
    var stage = try Stage(rig: [.speaker, .phones], idle: film)
    for name in names {
      var pad = SessionConfiguration.mixing(name)
      pad.behaviour.resumesOnReturn = true
      try stage(.added(pad))
    }
    for name in ["film"] + names { try stage(.activate(name)) }
    #expect(
      try stage.unplug(.phones).map(\.action).prefix(10)
        == [.suspend("film"), .notify("film", .interruptionBegan(.routeDisconnected))]
        + names.map { .pause($0) }
    )
    let resumed = try stage.plug(.phones).map(\.action)
      .filter { if case .resume = $0 { true } else { false } }
    #expect(resumed == names.map { .resume($0) })
  }

  @Test(
    "a host that has to go is silent before anything comes into another one, or goes out of it",
    .proves("IAA-01", "ACT-03")
  )
  func connections() throws {
    let winner = node("winner", [.interruptSpokenAudioAndMixWithOthers])
    var stage = try Stage(node("synth"), node("book", mode: .spokenAudio), winner, active: ["book"])
    for host in ["winner", "book"] as [SessionID] { try stage(.connect("synth", to: host)) }
    #expect(
      try stage.actions(.activate("winner")).prefix(5) == [
        .suspend("book"), .notify("book", .interruptionBegan(.anotherSession)),
        .send("synth", to: "book", isOpen: false), .send("synth", to: "winner", isOpen: true),
        .sound("winner"),
      ]
    )
  }

  @Test("the user is asked when whoever had to go is silent", .proves("PERM-03", "ACT-03"))
  func question() throws {
    var take = SessionConfiguration.chat()
    take.usesInput = true
    take.behaviour.recordPermission = .undetermined
    var stage = try Stage(.music(), take, active: ["music"])
    let actions = try stage.actions(.activate("chat"))
    #expect(actions.first == .suspend("music"))
    #expect(actions.contains(.promptForRecordPermission("chat")))
  }

  @Test(
    "an output has its volume before the hardware gets another cycle, and before a ring begins",
    .proves("VOL-01", "INT-A8", "PREF-14")
  )
  func rig() throws {
    let rate = SampleRate(hertz: 48_000)
    let (long, short) = (FrameCount(1_024).seconds(at: rate), FrameCount(256).seconds(at: rate))
    var call = SessionConfiguration.chat("call")
    call.behaviour.prefersNoInterruptionsFromSystemAlerts = true
    call.preferences = [.ioBufferDuration(short)]
    var stage = try Stage(rig: [.speaker], idle: .music(), call)
    try stage(.hardwareChanged(Hardware(ioBufferDuration: long, sampleRate: rate)))
    for (category, level) in [(.playback, -20), (.playAndRecord, -6)] as [(Category, Float)] {
      try stage(.adoptVolumes([VolumeKey(.category(category), on: "speaker"): Decibels(level)]))
    }
    try stage(.activate("music"))
    func rigOnly(_ event: TowerEvent) throws -> [TowerEffect.Action] {
      try stage.actions(event).filter {
        switch $0 {
        case .setVolume, .setIOBufferDuration, .soundRing: true
        default: false
        }
      }
    }
    #expect(
      try rigOnly(.activate("call"))
        == [.setVolume("speaker", Decibels(-6)), .setIOBufferDuration(short)]
    )
    #expect(try rigOnly(.interrupterRang(.phone)).isEmpty, "the call is left alone")
    #expect(
      try rigOnly(.removed("call"))
        == [.setVolume("speaker", Decibels(-20)), .soundRing(.phone, true)]
    )
  }
}
