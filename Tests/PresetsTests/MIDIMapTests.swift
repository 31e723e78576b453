// SPDX-License-Identifier: Apache-2.0
// Values that MIDI controllers control, in presets; the maps that come with the program.

import Foundation
import JACKVocabulary
import Presets
import RigModel
import Testing

@Suite("A MIDI map in a preset")
struct MIDIMapTests {
  private static let rig = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "system:playback_1" ] }
      phones: { role: headphones, ports: [ "system:playback_3" ] }
      mic: { role: mic, channels: 1 }
    sessions:
      deck:
        category: playback
        graph: [ { plugin: urn:test:synth, id: synth } ]
        midi: { input: on }
        sends: [ { to: main }, { to: phones } ]

    """
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private func map(_ text: String) throws -> MIDIMap {
    try #require(try bench.read(Self.rig + text).midiMap)
  }

  @Test("is a list in short, heard at the hardware's ports")
  func short() throws {
    let map = try map("midi_map: [ { on: cc/1/11, set: deck.fader_db } ]")
    #expect(map.input.contains(.glob("system:midi_capture_*")) && map.output == [])
    #expect(map.bindings.map(\.control.address.text) == ["cc/1/11"])
    #expect(map.bindings.map(\.act) == [.set("deck.fader_db")])
    let shown = try self.map("midi_map: [ { on: cc/1/11, set: deck.fader_db, feedback: on } ]")
    #expect(shown.output.contains(.glob("system:midi_playback_*")))
    #expect(try bench.read(Self.rig).hasControlPorts == false)
  }

  @Test("has all that a binding can say")
  func binding() throws {
    let map = try map(
      """
      midi_map:
        device: "*Pads*"
        bindings:
          - { on: cc14/2/7, set: deck.fader_db, range: [ -inf, 6 ], curve: fader, takeover: scale, invert: on }
          - { on: cc/1/20, set: deck.synth.freq, relative: rot64, step: 0.5, in_layer: shift, feedback: cc/1/21, lit: 11 }
          - { on: note/1/40, layer: shift, latch: on }
          - { on: program/1/5, trigger: main.record, arguments: { file: a.wav } }
          - { on: note/1/1, set: main.fader_db, to: -inf, over_seconds: 8 }
      """
    )
    #expect(map.input == [.glob("*Pads*")] && map.output == map.input)
    let fader = map.bindings[0]
    #expect(fader.range == -.infinity...6 && fader.curve == .fader && fader.takeover == .scale)
    #expect(fader.isInverted && fader.control.feedback == nil)
    let knob = map.bindings[1]
    #expect(knob.control.relative == .rot64 && knob.step == 0.5 && knob.layer == "shift")
    #expect(knob.control.feedback?.text == "cc/1/21" && knob.control.lit == 11)
    #expect(map.bindings[2].act == .layer("shift", latches: true))
    #expect(map.bindings[3].act == .trigger("main.record", ["file": "a.wav"]))
    #expect(map.bindings[4].value == "-inf" && map.bindings[4].overSeconds == 8)
  }

  @Test(
    "takes every value that the rig will have, its locks and limits, and all of a plugin",
    arguments: [
      "deck.fader_db.locked", "deck.fader_db.maximum", "deck.sends.main.tap", "deck.clips",
      "deck.meters.1.post_peak_db", "deck.synth.freq.locked", "main.connected",
      "mic.meters.mono.rms_db",
      "main.recording_disk_wait_seconds", "rig.alerts.silence", "rig.solo.clear",
      "system_sounds.fader_db",
    ]
  )
  func values(path: String) throws {
    #expect(try map("midi_map: [ { on: cc/1/1, set: \(path) } ]").bindings.count == 1)
  }

  @Test("takes the names of controls from files")
  func controls() throws {
    try bench.write(
      "tarmac: 1\ncontrols: { fader1: cc/1/3, pad: { on: note/1/4, feedback: on, lit: 5 } }\n",
      to: "maps/my.yaml"
    )
    let map = try map(
      """
      midi_map:
        use: maps/my.yaml
        bindings:
          - { on: fader1, set: deck.fader_db }
          - { on: pad, toggle: deck.mute }
          - { on: pad, toggle: deck.cue, feedback: off }
      """
    )
    #expect(map.bindings.map(\.control.address.text) == ["cc/1/3", "note/1/4", "note/1/4"])
    #expect(map.bindings[1].control.feedback?.text == "note/1/4")
    #expect(map.bindings[1].control.lit == 5 && map.bindings[2].control.feedback == nil)
  }

  @Test(
    "with a mistake is refused, at its place and with what was probably meant",
    arguments: [
      ("{ on: ▶cv/1/11, set: deck.mute }", "did you mean 'cc'?"),
      ("{ on: ▶cc/0/11, set: deck.mute }", "its channel must be from 1 to 16: write it as cc/1/7"),
      ("{ on: ▶cc/1/128, set: deck.mute }", "its number must be from 0 to 127"),
      ("{ on: ▶cc14/1/32, set: deck.mute }", "its number must be from 0 to 31"),
      ("{ on: ▶bend/1/3, set: deck.mute }", "bend has no number: write it as bend/1"),
      ("{ on: ▶fader1, set: deck.mute }", "'fader1' is no kind of message"),
      ("{ on: cc/1/1, set: ▶deck.fader }", "'deck' has no 'fader': did you mean 'fader_db'?"),
      ("{ on: cc/1/1, set: ▶deckk.mute }", "no path begins with 'deckk': did you mean 'deck'?"),
      ("{ on: cc/1/1, set: ▶mute }", "'mute' is no path: write it as deckA.fader_db"),
      (
        "{ on: cc/1/1, set: ▶deck.sends.man.mute }",
        "'deck.sends' has no 'man': did you mean 'main'?"
      ),
      (
        "{ on: cc/1/1, set: ▶deck.sends.main.level }",
        "'deck.sends.main' has no 'level': did you mean 'level_db'?"
      ),
      ("{ on: cc/1/1, set: ▶deck.fader_db.maximun }", "did you mean 'maximum'?"),
      ("{ on: cc/1/1, set: ▶deck.trim_db.mute }", "'deck.trim_db' has no 'mute'"),
      ("{ on: cc/1/1, set: ▶mic.fader_db }", "'mic' has no 'fader_db'"),
      ("{ on: cc/1/1, set: ▶deck..mute }", "'deck' has no ''"),
      ("{ on: cc/1/1, set: ▶.mute }", "no path begins with ''"),
      ("{ on: cc/1/1, set: ▶rig.transport.tempo }", "did you mean 'tempo_bpm'?"),
      ("▶{ on: cc/1/1 }", "a binding does one of 'set', 'toggle', 'trigger' and 'layer'"),
      ("▶{ on: cc/1/1, set: deck.mute, toggle: deck.mute }", "a binding does one of"),
      ("▶{ set: deck.mute }", "a MIDI binding needs the key 'on'"),
      ("{ on: cc/1/1, set: deck.mute, ▶takover: jump }", "did you mean 'takeover'?"),
      ("{ on: cc/1/1, set: deck.mute, takeover: ▶pick }", "takeover must be one of pickup, jump"),
      ("{ on: cc/1/1, set: deck.mute, range: ▶[ 6, -60 ] }", "range begins with the lower number"),
      ("{ on: cc/1/1, set: deck.mute, range: ▶[ 6 ] }", "range holds two numbers"),
      ("{ on: cc/1/1, set: deck.mute, ▶step: 1 }", "'step' is for endless knobs"),
      ("{ on: cc/1/1, toggle: deck.mute, ▶range: [ 0, 1 ] }", "'range' is for 'set'"),
      ("{ on: cc/1/1, set: deck.mute, ▶latch: on }", "'latch' is for layers"),
      ("{ on: cc/1/1, set: deck.mute, ▶in_layer: shift }", "no button selects 'shift'"),
      ("{ on: cc/1/1, set: deck.mute, relative: ▶twos }", "relative must be one of"),
      ("{ on: cc/1/1, set: deck.mute, lit: ▶200 }", "lit must be a whole number from 0 to 127"),
    ]
  )
  func mistakes(marked: String, words: String) throws {
    let text = Self.rig + "midi_map:\n  - \(marked)\n"
    let before = try #require(text.components(separatedBy: "▶").first)
    let lines = before.components(separatedBy: "\n")
    let problem = try #require(try bench.problems(in: text.replacing("▶", with: "")).first)
    #expect(problem.message.contains(words), "\(problem)")
    #expect(problem.line == lines.count && problem.column == (lines.last?.count ?? 0) + 1)
  }

  @Test("refuses files that are none, and ports that somebody else has")
  func files() throws {
    try bench.write("tarmac: 1\ncontrols: { fader: cc/1/300 }\n", to: "bad.yaml")
    let bad = try bench.problems(in: Self.rig + "midi_map: { use: bad.yaml }")
    #expect(bad.map(\.line) == [2] && bad[0].file.hasSuffix("bad.yaml"))
    let none = try bench.problems(in: Self.rig + "midi_map: { use: none.yaml }")
    #expect(none[0].message.contains("does not exist"))
    let taken =
      Self.rig.replacing("phones:", with: "control_in:")
      .replacing("to: phones", with: "to: control_in") + "midi_map: []"
    #expect(try bench.problems(in: taken)[0].message.contains("the rig's MIDI controllers"))
    let clock = Self.rig + "transport: { source: jack, midi_clock: in }"
    #expect(try bench.problems(in: clock)[0].message.contains("write 'source: own'"))
  }
}

@Suite("The maps of controllers")
struct ControllerMapTests {
  /// A map, and some of its controls with their messages.
  private static let maps: [(String, [String: String])] = [
    (
      "nanokontrol2",
      ["fader1": "cc/1/0", "knob8": "cc/1/23", "solo1": "cc/1/32", "rec8": "cc/1/71"]
    ),
    (
      "midimix",
      ["fader1": "cc/1/19", "fader5": "cc/1/49", "master": "cc/1/62", "mute8": "note/1/22"]
    ),
    (
      "xtouch-mini",
      ["encoder1": "cc/11/1", "fader": "cc/11/9", "button16": "note/11/23", "push1b": "note/11/24"]
    ),
    (
      "ddj-400",
      ["play_a": "note/1/11", "play_b": "note/2/11", "pitch_a": "cc14/1/0", "pad8_a": "note/8/7"]
    ),
    (
      "ddj-flx4",
      [
        "play_b": "note/2/11", "pitch_a": "cc14/1/0", "crossfader": "cc14/7/31",
        "browse": "cc/7/64",
      ]
    ),
    (
      "dj2go2-touch",
      ["play_a": "note/1/0", "pitch_a": "cc/1/9", "crossfader": "cc/16/8", "pad1_a": "note/5/1"]
    ),
    (
      "inpulse-200",
      ["play_b": "note/3/7", "pitch_a": "cc14/2/8", "crossfader": "cc/1/0", "jog_a": "cc/2/10"]
    ),
    (
      "xone-k2",
      ["fader1": "cc/15/16", "pad1_1": "note/15/36", "browse": "cc/15/21"]
    ),
  ]

  @Test("are all tested here")
  func areComplete() throws {
    let folder = ShippedPresets.folder.appendingPathComponent("maps").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.maps.map { "\($0.0).yaml" }))
  }

  @Test("have a name for each control, and no control twice", arguments: maps.map(\.0))
  func names(_ name: String) throws {
    let bench = try Workbench()
    let text = try ShippedPresets.bytes("maps/\(name).yaml")
    try bench.write(text, to: "maps/\(name).yaml")
    let names = String(decoding: text, as: UTF8.self).matches(of: #/(?m)^  (\w+): /#)
      .map { String($0.1) }
    let bindings = names.map { "    - { on: \($0), set: main.fader_db }\n" }.joined()
    let rig = try bench.read(
      "tarmac: 1\nroutes:\n  main: { role: lineOut, ports: [ \"system:playback_1\" ] }\n"
        + "midi_map:\n  use: maps/\(name).yaml\n  bindings:\n\(bindings)"
    )
    #expect(rig.warnings == [])
    let controls = try #require(rig.midiMap?.bindings.map(\.control.address.text))
    #expect(controls.count == names.count && Set(controls).count == controls.count)
    let sent = Dictionary(uniqueKeysWithValues: zip(names, controls))
    let expected = try #require(Self.maps.first { $0.0 == name }?.1)
    for (control, address) in expected { #expect(sent[control] == address, "\(control)") }
  }
}
