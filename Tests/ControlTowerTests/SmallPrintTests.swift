// SPDX-License-Identifier: Apache-2.0
// Details of decisions that no story needs; without these tests, planted defects in them would go
// unnoticed.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("The small print")
struct SmallPrintTests {
  private func node(_ id: SessionID) -> SessionConfiguration {
    SessionConfiguration(
      id: id,
      category: .playback,
      options: [.mixWithOthers],
      behaviour: SessionBehaviour(interSession: true)
    )
  }

  private func sends(_ effects: [TowerEffect.Action]) -> [TowerEffect.Action] {
    effects.filter { if case .send = $0 { true } else { false } }
  }

  @Test(
    "of several connections the one that is ended ends, and can be made again",
    .proves("IAA-01")
  )
  func connections() throws {
    let names: [SessionID] = ["one", "two", "left", "right"]
    var stage = try Stage(node("one"), node("two"), node("left"), node("right"), active: names)
    for (from, to) in [("one", "left"), ("one", "right"), ("two", "left")]
      as [(SessionID, SessionID)]
    {
      #expect(
        sends(try stage.actions(.connect(from, to: to))) == [.send(from, to: to, isOpen: true)]
      )
    }
    #expect(
      sends(try stage.actions(.disconnect("one", from: "left")))
        == [.send("one", to: "left", isOpen: false)]
    )
    #expect(
      sends(try stage.actions(.connect("one", to: "left")))
        == [.send("one", to: "left", isOpen: true)]
    )
  }

  @Test("who is gone is connected to nobody when it comes again", .proves("ACT-17"))
  func goneConnections() throws {
    for gone in ["one", "two"] as [SessionID] {
      var stage = try Stage(
        node("one"),
        node("two"),
        node("left"),
        node("right"),
        active: ["one", "two", "left", "right"]
      )
      try stage(.connect("one", to: "two"))
      try stage(.connect("left", to: "right"))
      let closed = sends(try stage.actions(.removed(gone)))
      #expect(closed == [.send("one", to: "two", isOpen: false)])
      try stage(.added(node(gone)))
      #expect(sends(try stage.actions(.activate(gone))).isEmpty)
      #expect(
        sends(try stage.actions(.deactivate("right", notifyingOthers: false)))
          == [.send("left", to: "right", isOpen: false)]
      )
    }
  }

  @Test(
    "the user's mute is the program's, too, and neither undoes the other",
    .proves("ANC-MUT-01")
  )
  func mutes() throws {
    var stage = try Stage(node("one"), active: ["one"])
    #expect(try stage.actions(.setMuted("one", true)).contains(.mute("one", true)))
    #expect(try stage.actions(.setOutputMuted("one", true)).isEmpty)
    #expect(try stage.actions(.setMuted("one", false)).isEmpty)
    #expect(try stage.actions(.setOutputMuted("one", false)).contains(.mute("one", false)))
  }

  @Test("a short film in the background is not heard again over others", .proves("ANC-ACT-04"))
  func shortFilm() throws {
    let film = SessionConfiguration(id: "film", category: .playback, mode: .shortFormVideo)
    var stage = try Stage(film, active: ["film"])
    try stage(.setOutputMuted("film", true))
    try stage(.setForeground("film", false))
    #expect(stage.refusal(.setOutputMuted("film", false))?.rule == RuleID("ANC-ACT-04"))
  }

  @Test("a policy is kept with the category that it came with", .proves("ANC-POL-01"))
  func policy() throws {
    var stage = try Stage(SessionConfiguration(id: "one", category: .playback))
    try stage(.setCategory("one", .playback, .default, [], .longFormAudio))
    #expect(stage.tower.session("one")?.configuration.policy == .longFormAudio)
  }

  @Test("wishes are kept one by one, and a reset leaves those of the preset", .proves("RST-A2"))
  func wishes() throws {
    let session = SessionConfiguration(
      id: "call",
      category: .playAndRecord,
      preferences: [.sampleRate(SampleRate(hertz: 44_100)), .inputChannels(1)]
    )
    var stage = try Stage(session)
    var wishes: Preferences? { stage.tower.session("call")?.preferences }
    let first = wishes
    #expect(first?.sampleRate == SampleRate(hertz: 44_100))
    #expect(first?.inputChannels == 1 && first?.ioBufferDuration == nil)
    try stage(
      .setPreferences("call", [.sampleRate(SampleRate(hertz: 96_000)), .inputChannels(2)])
    )
    #expect(wishes?.sampleRate == SampleRate(hertz: 96_000) && wishes?.inputChannels == 2)
    try stage(.overrideOutput("call", .speaker))
    try stage(.mediaServicesLost)
    #expect(stage.tower.session("call")?.override == .speaker)
    try stage(.mediaServicesReset)
    #expect(wishes == first)
    #expect(stage.tower.session("call")?.override == OutputOverride.none)
  }
}
