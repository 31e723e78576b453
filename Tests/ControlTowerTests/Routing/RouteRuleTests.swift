// SPDX-License-Identifier: Apache-2.0
// Which rule a route change names: the rule that chose the ports which have changed.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Rules of routes")
struct RouteRuleTests {
  /// The rule by which an event gives a session this route; `nil` when it gives another.
  private func rule(
    _ id: SessionID,
    inputs: [PortID] = [],
    outputs: [PortID] = [],
    _ effects: [TowerEffect]
  ) -> String? {
    effects.rule(of: .route(id, RouteDescription(inputs: inputs, outputs: outputs)))
  }

  @Test(
    "a category that hears nothing, or is not heard, says so where the route loses its ports",
    .proves("CAT-17", "CAT-23", "ANC-RTE-03")
  )
  func missingDirections() throws {
    let rig: [PortDescription] = [.speaker, .mic]
    var stage = try Stage(rig: rig, .chat("a"))
    let player = try stage(.setCategory("a", .playback, .default, []))
    #expect(rule("a", outputs: ["speaker"], player) == "CAT-17")
    try stage(.setCategory("a", .playAndRecord, .default, []))
    let recorder = try stage(.setCategory("a", .record, .default, []))
    #expect(rule("a", inputs: ["mic"], recorder) == "CAT-23")
  }

  @Test(
    "multiRoute names its own rule with one output, too, and that of an empty route with none",
    .proves("MRT-01", "RTE-07")
  )
  func fewOutputs() throws {
    var stage = try Stage(rig: [], .deck().with(.ignore))
    let one = try stage.plug(.speaker)
    #expect(rule("deck", outputs: ["speaker"], one) == "MRT-01")
    #expect(rule("deck", try stage.unplug(.speaker)) == "RTE-07")
  }

  @Test(
    "a device that is used again because another one went is not said to be plugged in",
    .proves("RTE-03")
  )
  func usedAgain() throws {
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], .music().with(.ignore))
    let hdmi = try stage.unplug(.phones)
    #expect(rule("music", outputs: ["hdmi"], hdmi) == "RTE-03")
    #expect(hdmi.allSatisfy { $0.rule == RuleID("RTE-03") && $0.cause == .port("phones") })
  }

  @Test(
    "an override that waited for activation takes the input along, and that is the reason",
    .proves("OVR-A1")
  )
  func overriddenInput() throws {
    var stage = try Stage(rig: [.speaker, .mic, .headsetMic], .chat())
    try stage(.deactivate("chat", notifyingOthers: false))
    try stage(.overrideOutput("chat", .speaker))
    let effects = try stage(.activate("chat"))
    #expect(rule("chat", inputs: ["mic"], outputs: ["speaker"], effects) == "OVR-A1")
  }
}
