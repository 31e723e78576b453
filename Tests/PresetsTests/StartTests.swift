// SPDX-License-Identifier: Apache-2.0
// What a rig can do without when it is missing, and what is a mistake all the same.

import ControlTower
import RigModel
import Testing

@testable import Presets

@Suite("A start without what is missing")
struct StartTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func read(_ text: String, _ leavingOut: LeavingOut) throws -> Rig {
    let file = try bench.write(Workbench.rig + text, to: "rig.yaml")
    return try PresetReader(catalogue: StubCatalogue()).read(file: file, leavingOut: leavingOut)
  }

  /// Each part that may be missing, in a preset that is otherwise right.
  private static let parts = [
    ("a player", Workbench.session("source: { player: gone.wav }"), "the player of 'deck'"),
    (
      "one of several players",
      Workbench.session("sources: { a: { player: gone.wav } }"), "the player 'a' of 'deck'"
    ),
    ("a plugin", Workbench.session("graph: [ { plugin: 'urn:gone' } ]"), "the graph of 'deck'"),
    ("an included graph", Workbench.session("graph: { use: gone.yaml }"), "the graph of 'deck'"),
    (
      "a state",
      Workbench.session(
        "graph: [ { plugin: '\(StubCatalogue.swh)/dj_eq', state: gone } ]\nsource: { route: mic }"
      ),
      "the graph of 'deck'"
    ),
    (
      "an interrupter's file", "interrupters: { alarm: { source: { player: gone.wav } } }",
      "the player of 'alarm'"
    ),
    (
      "a ring",
      "interrupters: { phone: { ring: { sound: gone.wav, sends: [ { to: main } ] } } }",
      "the ring of 'phone'"
    ),
    (
      "a system sound", "system_sounds: { sounds: { ding: gone.wav }, sends: [ { to: main } ] }",
      "the system sound 'ding'"
    ),
    (
      "a recording's folder", "recordings: [ { of: main, file: gone/tape.flac } ]",
      "the recording of 'main'"
    ),
    ("the folder", "rig: { recordings_folder: gone }", "the folder for recordings"),
    ("a program", "alerts: { on_alert: /gone/page }", "the program for alerts"),
    ("controls", "midi_map: { use: gone.yaml }", "the MIDI map"),
  ]

  @Test("leaves that part out and says so; a check refuses it", arguments: parts)
  func part(_ name: String, _ text: String, _ part: String) throws {
    let rig = try read(text, .whatIsMissing)
    #expect(rig.leftOut.map(\.part) == [part])
    let absence = try #require(rig.leftOut.first)
    #expect(absence.sentence.contains(" is left out: \(bench.path("rig.yaml")):"))
    for leavingOut in [LeavingOut.nothing, .asPresetSays, .known([])] {
      #expect(throws: PresetErrors.self) { try read(text, leavingOut) }
    }
    let known = try read("# moved\n" + text, .known([absence])).leftOut
    #expect(known.count == 1 && known.allSatisfy(absence.isSame))
    #expect(known.map(\.place) != [absence.place])
    #expect(try read("start: best\n" + text, .asPresetSays).leftOut.map(\.part) == [part])
    #expect(throws: PresetErrors.self) { try read("start: strict\n" + text, .asPresetSays) }
  }

  @Test("has a silent stand-in as wide as what is asked of it")
  func widths() throws {
    let text = """
      sessions:
        stage:
          category: playAndRecord
          options: [ mixWithOthers ]
          inter_session: on
          source: { route: stems }
          graph: [ { plugin: 'urn:gone' } ]
          streams: { high: [ 5, 6 ] }
          sends: [ { to: main, stream: high } ]
        ear:
          category: playback
          options: [ mixWithOthers ]
          inter_session: on
          background_audio: on
          source: { session: stage, channels: [ 7 ] }
      """
    let rig = try read(text, .whatIsMissing)
    #expect(rig.leftOut.map(\.part) == ["the graph of 'stage'"])
    let (stage, ear) = (rig.sessions[0], rig.sessions[1])
    #expect(
      stage.channel.isGraphMissing && stage.channel.graph.outputs == Array(repeating: [], count: 6)
    )
    #expect(stage.channel.sends.map(\.stream) == ["high"])
    #expect(
      ear.channel.sources.map(\.kind) == [.silent(file: nil)]
        && ear.channel.sources[0].channels == 1
    )
  }

  @Test("lets an alarm be heard without the plugin that is gone")
  func alarm() throws {
    let text =
      "interrupters: { alarm: { source: { route: mic }, graph: [ { plugin: 'urn:gone' } ] } }"
    let alarm = try #require(try read(text, .whatIsMissing).interrupters[.alarm])
    #expect(alarm.graph.nodes == [] && alarm.graph.outputs == [[.source(0, channel: 1)]])
  }

  @Test(
    "does not make mistakes right",
    arguments: [
      Workbench.session("graph: [ { plugin: 'urn:gone', pluggin: 1 } ]"),
      Workbench.session("source: { player: gone.wav, lop: on }"),
      "recordings: [ { of: nobody, file: gone/tape.flac } ]",
    ]
  )
  func mistakes(_ text: String) throws {
    #expect(throws: PresetErrors.self) { try read(text, .whatIsMissing) }
  }

  @Test("can be one from the texts that were there before")
  func kept() throws {
    try bench.write("tarmac: 1\ngraph: []\n", to: "parts/graph.yaml")
    let text = Workbench.session("source: { route: mic }\ngraph: { use: parts/graph.yaml }")
    let file = try bench.write(Workbench.rig + text, to: "rig.yaml")
    let reader = PresetReader(catalogue: StubCatalogue())
    let (rig, texts) = try reader.readTexts(of: file)
    try bench.write("tarmac: [", to: "rig.yaml")
    try bench.write("gone", to: "parts/graph.yaml")
    #expect(throws: PresetErrors.self) { try reader.read(file: file) }
    let again = try reader.readTexts(of: file, kept: texts)
    #expect(again.rig == rig && again.texts == texts)
  }
}
