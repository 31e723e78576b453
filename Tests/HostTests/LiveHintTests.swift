// SPDX-License-Identifier: Apache-2.0
// Another program's music beside a game: which of them is heard, and which hints the game receives.

import ControlClient
import ControlProtocol
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("Another program on a live rig", .serialized)
struct LiveHintTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
    sessions:
      tape:
        category: playback
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
      game:
        category: ambient
        background_audio: on
        sources:
          effects: { jack: [ "voices:out_2" ] }
          tune: { jack: [ "voices:out_3" ], secondary: on }
        sends: [ { to: currentRoute } ]
      rival:
        category: playback
        source: { jack: [ "voices:out_4" ] }
        sends: [ { to: currentRoute } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14 }
    """

  @Test(
    "has a session that is arbitrated as any other; a game sounds over it and keeps its own tune for later",
    .proves(
      "PLY-01",
      "PLY-02",
      "PLY-03",
      "PLY-04",
      "PLY-A1",
      "SIL-01",
      "SIL-02",
      "SIL-03",
      at: .live
    ),
    .proves("SIL-04", "SIL-05", "SIL-06", "MIX-01", "MIX-02", "ANC-SIL-01", at: .live)
  )
  func hint() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["tape", "effects", "tune", "rival"],
      outputs: ["wall"],
      by: .clock
    ) { stage in
      let game = Transcript(of: "game", on: stage)
      let tape = Transcript(of: "tape", on: stage)
      let program = try stage.tarmac.anotherClient().connect()
      defer { program.close() }
      _ = try program.send(ClientOpenRequest(program: "observer"))
      func expect(otherAudio: Bool, hint: Bool) throws {
        let state = try program.send(ClientStateRequest())
        #expect(state.isOtherAudioPlaying == otherAudio)
        #expect(state.secondaryAudioShouldBeSilencedHint == hint)
      }
      try stage.tarmac.wait("the wall") { stage.diary.events.contains(.route("wall", .plugged)) }
      try expect(otherAudio: false, hint: false)

      // Two sources of one session are one session to the others: neither interrupts the other.
      try stage.ask(ActivateRequest(session: "game"))
      try stage.hears(["wall": ["effects", "tune"]])
      try game.expect(["active"], "alone")
      try expect(otherAudio: true, hint: false)

      try stage.ask(ActivateRequest(session: "tape"))
      try stage.hears(["wall": ["tape", "effects"]])
      try tape.expect(["active"], "over the game")
      try game.expect(["hint begin"], "under the tape")
      try expect(otherAudio: true, hint: true)

      // In the background it receives nothing; in front again it receives the present state.
      try stage.ask(ForegroundRequest(session: "game", isForeground: false))
      try stage.ask(DeactivateRequest(session: "tape"))
      try stage.hears(["wall": ["effects", "tune"]])
      try tape.expect(["inactive"], "stopped")
      try expect(otherAudio: true, hint: false)
      try stage.ask(ActivateRequest(session: "tape"))
      try stage.hears(["wall": ["tape", "effects"]])
      try stage.ask(DeactivateRequest(session: "tape"))
      try stage.ask(ForegroundRequest(session: "game", isForeground: true))
      try game.expect(["hint end"], "in front again")
      try tape.expect(["active", "inactive"], "meanwhile")
      try stage.hears(["wall": ["effects", "tune"]])

      // It follows the tower's decisions as any session does.
      try stage.ask(ActivateRequest(session: "tape"))
      try stage.ask(ActivateRequest(session: "rival"))
      try stage.hears(["wall": ["rival", "effects"]])
      try tape.expect(["active", "interrupted by rival"], "rival")
      try stage.ask(DeactivateRequest(session: "rival", notifyOthers: true))
      try stage.hears(["wall": ["tape", "effects"]])
      try tape.expect(["may resume", "active"], "after the rival")
      try stage.ask(ActivateRequest(session: "voice"))
      let duck = LinearGain(Decibels(-14)).factor
      let levels = ["tape", "effects"].map { stage.level(of: $0) * duck }
      try stage.hears(["wall": levels[0] + levels[1]])
      try stage.ask(DeactivateRequest(session: "voice"))
      try stage.hears(["wall": ["tape", "effects"]])

      // Its ports go with it; its session waits for it, and says nothing.
      stage.stopVoices()
      try stage.hears(["wall": []])
      try stage.ask(DeactivateRequest(session: "tape"))
      try tape.expect(["inactive"], "end")
      try game.expect(["hint begin", "hint end"], "from the tape's return to its end")
    }
  }

  @Test(
    "makes prompts short while it sounds, and leaves none while people talk",
    .proves("ANC-PRM-01", at: .live)
  )
  func promptStyle() async throws {
    let preset = """
      tarmac: 1
      routes:
        wall: { role: speaker, ports: [ "wall:in_1" ] }
      sessions:
        guide: { category: playback, mode: voicePrompt, options: [ mixWithOthers ] }
        tape:
          category: playback
          options: [ mixWithOthers ]
          source: { jack: [ "voices:out_1" ] }
          sends: [ { to: currentRoute } ]
        talk:
          category: playAndRecord
          mode: voiceChat
          options: [ mixWithOthers ]
          source: { jack: [ "voices:out_2" ] }
          sends: [ { to: currentRoute } ]
      """
    try await LiveStage.run(preset, voices: ["tape", "talk"], outputs: ["wall"], by: .clock) {
      stage in
      let program = try stage.tarmac.anotherClient().connect()
      defer { program.close() }
      _ = try program.send(ClientOpenRequest(session: "guide", program: "guide"))
      func waits(for style: String) throws {
        try stage.tarmac.wait("prompts to be \(style)") {
          try program.send(ClientStateRequest()).promptStyle == style
        }
      }
      try stage.ask(ActivateRequest(session: "guide"))
      try waits(for: "normal")
      try stage.ask(ActivateRequest(session: "tape"))
      try stage.hears(["wall": ["tape"]])
      try waits(for: "short")
      try stage.ask(ActivateRequest(session: "talk"))
      try stage.hears(["wall": ["tape", "talk"]])
      try waits(for: "none")
      try stage.ask(DeactivateRequest(session: "talk"))
      try waits(for: "short")
      try stage.ask(DeactivateRequest(session: "tape"))
      try waits(for: "normal")
      try stage.hears(["wall": []])
    }
  }
}
