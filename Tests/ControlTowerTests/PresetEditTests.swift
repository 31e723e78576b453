// SPDX-License-Identifier: Apache-2.0
// A preset is edited while its sessions are there: what holds from then on, and what stays.

import ControlTower
import Quantities
import Testing

@Suite("An edit of the preset")
struct PresetEditTests {
  private static func player(_ behaviour: SessionBehaviour) -> SessionConfiguration {
    SessionConfiguration(id: "a", category: .playback, behaviour: behaviour)
  }

  @Test("of how a session behaves holds after a reset of the audio server, too")
  func reset() throws {
    var stage = try Stage(Self.player(.standard), active: ["a"])
    try stage(.setPlaying("a", true))
    try stage(.setBehaviour("a", SessionBehaviour(resumesAfterReset: false)))
    try stage(.mediaServicesLost)
    try stage(.mediaServicesReset)
    #expect(stage.activation("a") == .inactive)
    #expect(stage.tower.session("a")?.configuration.behaviour.resumesAfterReset == false)
  }

  @Test("of something else leaves what a program has asked for")
  func preference() throws {
    var stage = try Stage(Self.player(.standard))
    try stage(.setPreferences("a", [.noInterruptionsFromSystemAlerts(true)]))
    try stage(.setBehaviour("a", SessionBehaviour(resume: .never)))
    func isSpared() -> Bool? {
      stage.tower.session("a")?.configuration.behaviour.prefersNoInterruptionsFromSystemAlerts
    }
    #expect(isSpared() == true)
    // An edit of just that holds, in both directions.
    try stage(
      .setBehaviour("a", SessionBehaviour(prefersNoInterruptionsFromSystemAlerts: true))
    )
    try stage(.setBehaviour("a", .standard))
    #expect(isSpared() == false)
  }

  @Test("takes no activation away, and counts from the next event on")
  func background() throws {
    var stage = try Stage(Self.player(.standard), active: ["a"])
    try stage(.setForeground("a", false))
    #expect(try stage(.setBehaviour("a", SessionBehaviour(backgroundAudio: false))).isEmpty)
    #expect(stage.activation("a") == .active)
    try stage(.setForeground("a", true))
    #expect(try stage.actions(.setForeground("a", false)) == [.suspend("a")])
  }

  @Test("of an output's level is what it goes back to after an alarm that turns it")
  func level() throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.setRigPolicy(RigPolicy(interruptersOnRouteFaders: [.alarm])))
    try stage(.activate("music"))
    try stage(.setVolume("speaker", Decibels(-3)))
    try stage(.interrupterBegan(.alarm))
    try stage(.resetVolume("speaker", Decibels(-6)))
    try stage(.setVolume("speaker", Decibels(-30)))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-30))
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-6))
  }
}
