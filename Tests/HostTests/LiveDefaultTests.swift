// SPDX-License-Identifier: Apache-2.0
// Default sessions on a rig: which session is heard where, and which notifications each receives.

import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("Default sessions on a live rig", .serialized)
struct LiveDefaultTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
      torpedo:
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "an empty session is soloAmbient: it stops the music, is silent by switch and lock, and has no input",
    .proves("DEF-03", "DEF-04", "DEF-12", "DEF-A1", "CAT-07", "CAT-08", "CAT-09", at: .live)
  )
  func soloAmbient() async throws {
    try await LiveStage.run(
      LiveDefaultTests.preset,
      voices: ["music", "torpedo"],
      outputs: ["wall"],
      by: .clock
    ) { stage in
      try stage.hears(["wall": ["music"]])
      try stage.ask(ActivateRequest(session: "torpedo"))
      try stage.hears(["wall": ["torpedo"]])
      let session = try stage.tarmac.session("torpedo")
      #expect(session.category == "soloAmbient")
      #expect(session.currentRoute.inputs.isEmpty)
      let start = stage.diary.events.count
      for name in [SwitchRequest.Name.silent, .lock] {
        try stage.ask(SwitchRequest(name: name, isOn: true))
        try stage.hears(["wall": []])
        try stage.ask(SwitchRequest(name: name, isOn: false))
        try stage.hears(["wall": ["torpedo"]])
      }
      #expect(stage.diary.told("torpedo", from: start).isEmpty)
      try stage.tarmac.wait("the word to the music") {
        stage.diary.told("music").contains {
          if case .interruptionBegan(.default, "torpedo", _, _) = $0 { true } else { false }
        }
      }
    }
  }
}
