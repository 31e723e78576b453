// SPDX-License-Identifier: Apache-2.0
// How loud an output is for each category, and for an interrupter: heard as the levels of the
// sessions that sound there.

import ControlClient
import ControlProtocol
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("The volumes of a live rig", .serialized)
struct LiveVolumeTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall:   { role: speaker, ports: [ "wall:in_1" ] }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
      buds:   { role: a2dp, ports: [ "buds:in_1" ] }
    sessions:
      music:
        category: playback
        active: true
        route_policy: ignore
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
      call:
        category: playAndRecord
        route_policy: ignore
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: currentRoute } ]
    interrupters:
      phone: { source: { jack: [ "voices:out_3" ] }, sends: [ { to: wall }, { to: phones } ], route_faders: on }
      alarm: { source: { jack: [ "voices:out_4" ] }, sends: [ { to: wall } ] }
    """

  @Test(
    "are one for each category on each output, one for a call on each, and none where an output has none",
    .proves("VOL-01", "VOL-02", "VOL-03", "VOL-04", "VOL-06", at: .live)
  )
  func volumes() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["music", "call", "phone", "alarm"],
      outputs: ["wall"],
      by: .clock
    ) { stage in
      func hears(_ voice: String, _ output: String, _ volume: Float) throws {
        try stage.hearsOnly([output: stage.level(of: voice) * LinearGain(Decibels(volume)).factor])
        let read = try stage.ask(GetRequest(path: "\(output).fader_db")).first?.value
        #expect(read.flatMap(Float.init) == volume)
      }
      func turn(_ output: String, _ volume: Int) throws {
        try stage.ask(SetRequest(path: "\(output).fader_db", value: "\(volume)"))
      }
      try hears("music", "wall", 0)
      try turn("wall", -6)
      try hears("music", "wall", -6)
      try stage.add(output: "phones")
      try hears("music", "phones", 0)
      try turn("phones", -12)
      try hears("music", "phones", -12)

      // A volume that was never set takes over the current one: nothing gets louder by itself.
      try stage.ask(ActivateRequest(session: "call"))
      try hears("call", "phones", -12)
      try turn("phones", -3)
      try hears("call", "phones", -3)
      try stage.remove("phones")
      try hears("call", "wall", -6)
      try turn("wall", -20)
      try hears("call", "wall", -20)

      // Each of the four is back with its category and its output.
      try stage.ask(DeactivateRequest(session: "call"))
      try hears("music", "wall", -6)
      try stage.add(output: "phones")
      try hears("music", "phones", -12)
      try stage.ask(ActivateRequest(session: "call"))
      try hears("call", "phones", -3)
      try stage.remove("phones")
      try hears("call", "wall", -20)
      try stage.ask(DeactivateRequest(session: "call"))
      try hears("music", "wall", -6)

      // A ringing call on the speaker has a volume of its own, and on the headphones another one;
      // an alarm has none.
      try stage.ask(InterruptBeginRequest(interrupter: "phone"))
      try hears("phone", "wall", -6)
      try turn("wall", -9)
      try hears("phone", "wall", -9)
      try stage.ask(InterruptEndRequest(interrupter: "phone"))
      try hears("music", "wall", -6)
      try stage.ask(InterruptBeginRequest(interrupter: "alarm"))
      try stage.hearsOnly(["wall": stage.level(of: "alarm")])
      try stage.ask(InterruptEndRequest(interrupter: "alarm"))
      try hears("music", "wall", -6)
      try stage.ask(InterruptBeginRequest(interrupter: "phone"))
      try hears("phone", "wall", -9)
      try stage.ask(InterruptEndRequest(interrupter: "phone"))

      // An output without a volume sounds as it is, and can't be turned.
      try stage.add(output: "buds")
      try hears("music", "buds", 0)
      let refusal = #expect(throws: ControlClientError.self) { try turn("buds", -6) }
      #expect("\(refusal as Any)".contains("VOL-03"))
      try hears("music", "buds", 0)
      try stage.remove("buds")
      try hears("music", "wall", -6)
    }
  }
}
