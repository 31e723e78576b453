// SPDX-License-Identifier: Apache-2.0
// Events that take an output away or give it to one session, heard by a second JACK client: rings,
// takes, measurements.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import Testing

@Suite("A ring, a take and a measurement on a live rig", .serialized)
struct LiveRingTests {
  private static let preset = """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "ears:in_1" ] }
      cans: { role: headphones, ports: [ "cans:in_1" ] }
      desk: { role: mic, ports: [ "source:out_4" ] }
    sessions:
      pad:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: hall } ]
      take:
        role: recorder
        source: { route: desk }
      meter:
        role: meter
        active: false
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: hall } ]
    interrupters:
      phone:
        source: { jack: [ "source:out_3" ] }
        sends: [ { to: currentRoute } ]
        ring: { sound: ring.wav, sends: [ { to: currentRoute } ] }
    """

  /// The file's channel is heard twice on an output of one channel.
  private static let ring: Float = 0.0625

  @Test(
    "takes the output from those that it should, tells them nothing, and gives it back",
    .proves("INT-A6", "INT-A8", "CAT-23", "ACT-10", "MEAS-A1", "RTE-02", "VOL-02", at: .live)
  )
  func outputs() async throws {
    try await RunningTarmac.run(LiveRingTests.preset) { folder in
      try folder.write([Float](repeating: LiveRingTests.ring / 2, count: 4_800), as: "ring.wav")
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 4)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([0.25, 0.125, 0.5, 1].map { [Float](repeating: $0, count: 48_000 * 120) })
      func expect(_ level: Float, in ears: Listener, _ what: String) throws {
        try tarmac.wait(what) { try ears.capture(frames: 256)[0].allSatisfy { $0 == level } }
      }
      func hall(_ level: Float, _ what: String) throws { try expect(level, in: ears, what) }
      func turn(_ name: SwitchRequest.Name, _ isOn: Bool) throws {
        _ = try tarmac.ask(SwitchRequest(name: name, isOn: isOn, operatorName: "desk"))
      }
      try hall(0.25, "the pad")

      // The ring loops, follows the silent switch and its own fader, and follows the route.
      _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
      try hall(LiveRingTests.ring, "the ring")
      let twice = try ears.capture(frames: 9_600)[0]
      #expect(twice.allSatisfy { $0 == LiveRingTests.ring }, "it is heard over and over")
      try turn(.silent, true)
      try hall(0, "the silent switch")
      try turn(.silent, false)
      try hall(LiveRingTests.ring, "the ring again")
      _ = try tarmac.ask(SetRequest(path: "phone.ring.fader_db", value: "-inf"))
      try hall(0, "the ring's own fader")
      _ = try tarmac.ask(SetRequest(path: "phone.ring.fader_db", value: "0"))
      let cans = try Listener("cans", on: server, inputs: 1)
      try expect(LiveRingTests.ring, in: cans, "the ring in the headphones")
      try hall(0, "the ring's way out of the hall")
      _ = try tarmac.ask(InterruptAcceptRequest(interrupter: "phone"))
      try expect(0.5, in: cans, "the call in the headphones")
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      try hall(0.25, "the pad after the call")
      cans.close()

      // A take leaves the rig no output; with do-not-interrupt a call waits for its end.
      _ = try tarmac.ask(ActivateRequest(session: "take"))
      try hall(0, "the take")
      let pad = try tarmac.session("pad")
      #expect(pad.state == "active" && pad.conditions.contains("silenced"))
      try turn(.doNotInterrupt, true)
      let silence = try ears.capture(tail: 4_800) {
        _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      }
      #expect(silence[0].allSatisfy { $0 == 0 })
      #expect(try tarmac.session("take").state == "active")
      _ = try tarmac.ask(DeactivateRequest(session: "take"))
      try hall(0.5, "the call after the take")
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      try hall(0.25, "the pad after both")

      // A measurement has its output to itself.
      _ = try tarmac.ask(ActivateRequest(session: "meter"))
      try hall(0.125, "the measurement alone")
      #expect(try tarmac.session("pad").state == "active")
      _ = try tarmac.ask(DeactivateRequest(session: "meter"))
      try hall(0.25, "the pad after the measurement")
      let heard = try tarmac.ask(DecisionListRequest()).flatMap(\.lines)
      #expect(heard.contains { $0.contains("kept off 'hall'") && $0.contains("MEAS-A1") })
      source.close()
      ears.close()
    }
  }
}
