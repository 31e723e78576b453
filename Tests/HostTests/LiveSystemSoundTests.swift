// SPDX-License-Identifier: Apache-2.0
// Clicks and beeps: what silences them, and what has no influence on them.

import ControlClient
import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import Testing

@Suite("System sounds on a live rig", .serialized)
struct LiveSystemSoundTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      mic: { role: mic, ports: [ "mic:out_1" ] }
    system_sounds: { sounds: { click: "click.wav" }, sends: [ { to: wall } ] }
    sessions:
      memo:
        category: record
        source: { route: mic }
      talk:
        category: record
        system_sounds_during_recording: on
        source: { route: mic }
      game:
        category: ambient
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
    """

  /// Asks for a click and returns how long it was heard, in frames; anything else that is heard is
  /// a failure.
  private func click(_ stage: LiveStage, over level: Float = 0) throws -> Int {
    let heard = try stage.listen(tail: 30_000) {
      do {
        try stage.ask(SystemSoundRequest(name: "click"))
      } catch let error as ControlClientError {
        guard case .refused = error else { throw error }
      }
    }
    let wall = try #require(heard["wall"])
    // Both channels of the bus are added up on the one of the route.
    #expect(wall.allSatisfy { level <= $0 && $0 <= level + 0.5 })
    return wall.count { $0 == level + 0.5 }
  }

  @Test(
    "are silent under switch and lock and while a session records, unless that lets them, and come back",
    .proves("UI-01", "UI-02", "UI-A1", "CAT-23", "ACT-10", "ANC-HAP-01", at: .live)
  )
  func systemSounds() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["game"],
      outputs: ["wall"],
      files: { folder in
        try folder.write([Float](repeating: 0.25, count: 24_000), as: "click.wav")
      }
    ) { stage in
      try stage.plug(input: "mic")
      try stage.tarmac.wait("the wall") {
        stage.diary.events.contains(.route("wall", .plugged))
          && stage.diary.events.contains(.route("mic", .plugged))
      }
      let isHeard = 20_000...24_000
      #expect(isHeard.contains(try click(stage)))
      for (session, frames) in [("memo", 0...0), ("talk", isHeard)] {
        try stage.ask(ActivateRequest(session: session))
        #expect(frames.contains(try click(stage)), "\(session)")
        try stage.ask(DeactivateRequest(session: session))
        #expect(isHeard.contains(try click(stage)), "after \(session)")
      }
      for name in [SwitchRequest.Name.silent, .lock] {
        try stage.ask(SwitchRequest(name: name, isOn: true))
        #expect(try click(stage) == 0, "\(name)")
        try stage.ask(SwitchRequest(name: name, isOn: false))
      }
      // Other sessions that sound, in whatever category, have no influence on it, and are not
      // notified.
      for (category, level) in [("ambient", Float(0.5)), ("soloAmbient", 0.5), ("playback", 0.5)] {
        try stage.ask(SetCategoryRequest(session: "game", category: category))
        try stage.ask(ActivateRequest(session: "game"))
        try stage.hears(["wall": ["game"]])
        let start = stage.diary.events.count
        #expect(isHeard.contains(try click(stage, over: level)), "\(category)")
        #expect(stage.diary.told("game", from: start).isEmpty)
        try stage.ask(DeactivateRequest(session: "game"))
        try stage.hears(["wall": []])
      }
    }
  }
}
