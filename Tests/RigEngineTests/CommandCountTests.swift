// SPDX-License-Identifier: Apache-2.0
// Setting one value sends one command to the renderer.

import EngineTestBench
import RenderCore
import RigEngine
import Testing

@Suite("A value that is set")
struct CommandCountTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      phones: { role: headphones, channels: 2 }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "far:out_1", "far:out_2" ] }
        sends: [ { to: main }, { to: phones, tap: pre, when: cue } ]
      line:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: "far:out_3" }
        sends: [ { to: main, level_db: -3 }, { to: phones } ]
    """

  @Test(
    "is one command to the renderer",
    arguments: [
      ("deck.trim_db", "-3"), ("deck.fader_db", "-6"), ("deck.balance", "0.5"), ("deck.mute", "on"),
      ("deck.mute", "off"), ("deck.cue", "on"), ("deck.sends.main.level_db", "-9"),
      ("deck.sends.phones.level_db", "-inf"), ("main.fader_db", "-12"), ("phones.mute", "on"),
      ("main.mute", "on"), ("line.fader_db", "-1"), ("main.dim_db", "-20"), ("main.night_db", "-9"),
      ("main.balance", "-1"), ("main.mono", "on"), ("main.polarity", "on"),
      ("main.delay_ms", "20"),
    ]
  )
  func single(_ path: String, _ value: String) throws {
    let bench = try EngineBench(Self.preset)
    if value == "off" { try bench.set(path, to: "on") }
    bench.settle()
    let before = bench.engine.controller.sentCommands
    try bench.set(path, to: value)
    #expect(bench.engine.controller.sentCommands - before == 1)
  }
}
