// SPDX-License-Identifier: Apache-2.0
// Which values of a rig can be set, which are refused, and how they sound.

import EngineTestBench
import RigEngine
import RigErrors
import Testing

@Suite("Values of a rig")
struct ValueTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      cue: { role: headphones, channels: 2 }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: "source:out_*", channels: 2 }
        sends: [ { to: main }, { to: cue, tap: pre, when: cue } ]
    """

  @Test(
    "are taken as people write them, and read as they are",
    arguments: [
      ("deck.fader_db", "-90", "-90"), ("deck.fader_db", "-inf", "-inf"),
      ("deck.fader_db", "0", "0"), ("deck.fader_db", "12", "12"), ("deck.fader_db", "-6dB", "-6"),
      ("deck.fader_db", "6 dB", "6"), ("deck.fader_db", "-0.5", "-0.5"),
      ("deck.trim_db", "12", "12"), ("deck.trim_db", "-12.25", "-12.25"),
      ("deck.balance", "-1", "-1"), ("deck.balance", "0.25", "0.25"), ("deck.mute", "on", "on"),
      ("deck.mute", "yes", "on"), ("deck.mute", "true", "on"),
      ("deck.mute", "1", "on"), ("deck.mute", "off", "off"), ("deck.mute", "0", "off"),
      ("deck.cue", "on", "on"), ("deck.cue", "no", "off"), ("deck.sends.main.level_db", "-6", "-6"),
      ("deck.sends.cue.level_db", "-inf", "-inf"), ("main.fader_db", "-20", "-20"),
      ("main.mute", "on", "on"), ("cue.fader_db", "3", "3"), ("cue.mute", "false", "off"),
    ]
  )
  func taken(_ path: String, _ text: String, _ reads: String) throws {
    let bench = try EngineBench(Self.preset)
    #expect(try bench.set(path, to: text) == reads)
    #expect(try bench.value(path) == reads)
  }

  @Test(
    "that make no sense are refused by name, and change nothing",
    arguments: [
      ("deck.fader_db", "-91"), ("deck.fader_db", "12.01"), ("deck.fader_db", "nan"),
      ("deck.fader_db", "inf"), ("deck.fader_db", ""), ("deck.fader_db", "6 db"),
      ("deck.fader_db", "dB"), ("deck.fader_db", "loud"), ("deck.trim_db", "1e9"),
      ("deck.trim_db", "-inf"),
      ("deck.balance", "1.01"), ("deck.balance", "-inf"), ("deck.balance", "left"),
      ("deck.balance", "nan"),
      ("deck.mute", "maybe"), ("deck.mute", "2"), ("deck.cue", ""),
      ("deck.sends.main.level_db", "99"), ("main.fader_db", "x"), ("main.mute", "ON"),
      ("deck.fader", "0"), ("deck.sends.foyer.level_db", "0"), ("dekc.fader_db", "0"), ("", "0"),
      ("deck", "0"), ("deck.", "0"), (".fader_db", "0"),
    ]
  )
  func refused(_ path: String, _ text: String) throws {
    let bench = try EngineBench(Self.preset)
    let before = bench.engine.tree.nodes.map(\.value)
    let error = #expect(throws: RigError.self) { try bench.set(path, to: text) }
    #expect(error?.kind == .data)
    #expect(error?.message.contains("'\(path)'") == true)
    #expect(bench.engine.tree.nodes.map(\.value) == before)
  }

  @Test(
    "are heard",
    arguments: [
      ([:], 0.5, 0), (["deck.fader_db": "-6"], 0.25059, 0), (["deck.fader_db": "-inf"], 0, 0),
      (["deck.trim_db": "6"], 0.99763, 0), (["deck.mute": "on"], 0, 0),
      (["deck.cue": "on"], 0.5, 0.5), (["deck.cue": "on", "deck.mute": "on"], 0, 0.5),
      (["deck.cue": "on", "deck.fader_db": "-inf"], 0, 0.5),
      (["deck.sends.main.level_db": "-6"], 0.25059, 0), (["main.fader_db": "-6"], 0.25059, 0),
      (["main.mute": "on"], 0, 0), (["deck.cue": "on", "cue.mute": "on"], 0.5, 0),
      (["deck.cue": "on", "cue.fader_db": "-6"], 0.5, 0.25059),
      (["deck.fader_db": "-6", "main.fader_db": "6"], 0.5, 0),
    ] as [([String: String], Float, Float)]
  )
  func heard(_ values: [String: String], _ main: Float, _ cue: Float) throws {
    let bench = try EngineBench(Self.preset)
    for (path, text) in values { try bench.set(path, to: text) }
    bench.settle()
    for channel in 0..<2 {
      #expect(abs(bench.heard("main", channel: channel) - main) < 1e-4)
      #expect(abs(bench.heard("cue", channel: channel) - cue) < 1e-4)
    }
  }

  @Test(
    "lean to one side of an output, behind the fader",
    arguments: [
      ("0", 0.5, 0.5), ("-1", 0.5, 0), ("1", 0, 0.5), ("0.25", 0.375, 0.5), ("-0.5", 0.5, 0.25),
    ] as [(String, Float, Float)]
  )
  func balance(_ text: String, _ left: Float, _ right: Float) throws {
    let bench = try EngineBench(Self.preset)
    for (path, text) in [("deck.balance", text), ("deck.cue", "on")] {
      try bench.set(path, to: text)
    }
    bench.settle()
    #expect([bench.heard("main"), bench.heard("main", channel: 1)] == [left, right])
    // A listener before the fader hears both sides as they are.
    #expect([bench.heard("cue"), bench.heard("cue", channel: 1)] == [0.5, 0.5])
  }
}
