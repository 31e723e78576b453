// SPDX-License-Identifier: Apache-2.0
// What a microphone that is cut off does to the sessions that hear it.

import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("Microphones of a live rig", .serialized)
struct LiveMicrophoneTests {
  private static func cut(_ options: String) -> String {
    """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      mic: { role: mic, ports: [ "mic:out_1" ] }
    sessions:
      take:
        category: playAndRecord
        options: [ \(options) ]
        sources: { near: { route: mic }, voice: { jack: [ "voices:out_1" ] } }
        sends: [ { to: currentRoute } ]
      pad:
        category: ambient
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: currentRoute } ]
    """
  }

  @Test(
    "interrupt who hears them when they are cut, or are exact zeros to who would rather have that",
    .proves("ANC-OPT-04", "ANC-INT-02", "PERM-02", at: .live),
    arguments: ["", "overrideMutedMicrophoneInterruption"]
  )
  func cut(options: String) async throws {
    try await LiveStage.run(
      Self.cut(options),
      voices: ["take", "pad"],
      outputs: ["wall"],
      by: .clock
    ) {
      stage in
      try stage.plug(input: "mic")
      try stage.tarmac.wait("the routes") {
        ["wall", "mic"].allSatisfy { stage.diary.events.contains(.route($0, .plugged)) }
      }
      let take = Transcript(of: "take", on: stage)
      try take.expect(["an input"], "at the start")
      for session in ["take", "pad"] { try stage.ask(ActivateRequest(session: session)) }
      let (voice, pad) = (stage.level(of: "take"), stage.level(of: "pad"))
      try stage.hears(["wall": voice + pad + LiveStage.inputLevel])
      try take.expect(["active"], "at the start")
      try stage.ask(SwitchRequest(name: .microphone, isOn: true))
      try stage.hears(["wall": options.isEmpty ? pad : voice + pad])
      try stage.ask(SwitchRequest(name: .microphone, isOn: false))
      try stage.hears(["wall": voice + pad + LiveStage.inputLevel])
      let told = ["interrupted: builtInMicMuted", "may resume", "active"]
      try take.expect(options.isEmpty ? told : [], "cut")
      try stage.ask(DeactivateRequest(session: "take"))
      try take.expect(["inactive"], "end")
    }
  }
}
