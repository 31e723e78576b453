// SPDX-License-Identifier: Apache-2.0
// A measurement that keeps its outputs to itself, and one that does not.

import ControlTower
import RuleProofs
import Testing

@Suite("Outputs of a measurement")
struct ExclusiveOutputTests {
  private func meter(isExclusive: Bool) -> SessionConfiguration {
    var meter = SessionConfiguration.meter()
    meter.targets = SendTargets(pinned: ["lineOut"], followsRoute: false)
    meter.behaviour.hasExclusiveOutputs = isExclusive
    return meter
  }

  private func pinned(_ id: SessionID, to outputs: Set<PortID>) -> SessionConfiguration {
    var session = SessionConfiguration.mixing(id)
    session.targets = SendTargets(pinned: outputs, followsRoute: false)
    return session
  }

  @Test(
    "who mixes is kept off the outputs of a measurement before it sounds, and off no others",
    .proves("MEAS-A1")
  )
  func keepsOff() throws {
    var stage = try Stage()
    for port in [PortDescription.phones, .lineOut] { try stage.plug(port) }
    for session in [pinned("pad", to: ["lineOut", "phones"]), meter(isExclusive: true)] {
      try stage(.added(session))
    }
    try stage(.activate("pad"))
    let began = try stage(.activate("meter"))
    #expect(began.rule(of: .closeOutputs("pad", ["lineOut"])) == "MEAS-A1")
    #expect(began.told("pad") == [.silenceSecondaryAudioHint(true)], "the meter does not mix")
    #expect(stage.activation("pad") == .active)
    let actions = began.map(\.action)
    let closed = try #require(actions.firstIndex(of: .closeOutputs("pad", ["lineOut"])))
    #expect(closed < (try #require(actions.firstIndex(of: .sound("meter")))))
    #expect(!actions.contains(.closeOutputs("meter", ["lineOut"])))
    #expect(stage.tower.isOtherAudioPlaying(for: "nobody"), "it is heard in the headphones")
    #expect(
      stage.tower.explain("pad").first?.hasPrefix("Kept off 'lineOut' by session 'meter'") == true
    )
    #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("MEAS-A1"))
    let ended = try stage(.deactivate("meter", notifyingOthers: true))
    #expect(ended.rule(of: .closeOutputs("pad", [])) == "ACT-10")
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
  }

  @Test(
    "a prompt that comes during a measurement starts kept off, wherever its route goes then",
    .proves("MEAS-A1")
  )
  func prompt() throws {
    var stage = try Stage()
    try stage.plug(.lineOut)
    for session in [meter(isExclusive: true), .announcer("voice")] { try stage(.added(session)) }
    try stage(.activate("meter"))
    let actions = try stage.actions(.activate("voice"))
    let closed = try #require(actions.firstIndex(of: .closeOutputs("voice", ["lineOut"])))
    let routed = actions.firstIndex { if case .route("voice", _) = $0 { true } else { false } }
    #expect(closed < (try #require(routed)))
    #expect(closed < (try #require(actions.firstIndex(of: .sound("voice")))))
    #expect(!stage.tower.isOtherAudioPlaying(for: "meter"), "nothing of it is heard")
    try stage.plug(.phones)
    #expect(stage.outputs("voice") == ["phones"])
    #expect(stage.tower.isOtherAudioPlaying(for: "meter"))
    #expect(try stage.actions(.removed("meter")).contains(.closeOutputs("voice", [])))
  }

  @Test(
    "without it those that may add to a measurement are named, whether they are active or not",
    .proves("MEAS-A2")
  )
  func joining() throws {
    var stage = try Stage()
    for port in [PortDescription.phones, .lineOut] { try stage.plug(port) }
    for session in [
      meter(isExclusive: false), pinned("pad", to: ["lineOut"]), pinned("cue", to: ["phones"]),
      .music(), .announcer("voice"),
    ] { try stage(.added(session)) }
    try stage(.activate("meter"))
    #expect(try !stage.actions(.activate("pad")).contains(.closeOutputs("pad", ["lineOut"])))
    func joining() -> [String] {
      stage.tower.explain("meter").filter { $0.contains("MEAS-A2") }
        .map { String($0.prefix { $0 != ":" }) }
    }
    #expect(
      joining() == ["May be added to by session 'pad'", "May be added to by session 'voice'"]
    )
    try stage(.setCategory("meter", .playAndRecord, .default, []))
    #expect(joining().isEmpty)
  }

  @Test("of two measurements the one activated last keeps the outputs", .proves("MEAS-A1"))
  func two() throws {
    var second = SessionConfiguration.meter("second", mixes: true)
    second.behaviour.hasExclusiveOutputs = true
    var stage = try Stage()
    try stage.plug(.lineOut)
    for session in [meter(isExclusive: true), second] { try stage(.added(session)) }
    try stage(.activate("meter"))
    let actions = try stage.actions(.activate("second"))
    #expect(actions.contains(.closeOutputs("meter", ["lineOut"])))
    #expect(try stage.actions(.removed("second")).contains(.closeOutputs("meter", [])))
  }
}
