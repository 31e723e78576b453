// SPDX-License-Identifier: Apache-2.0
// Ways to write the same preset: by other editors, by libraries of YAML and JSON, by hand.

import ControlTower
import Foundation
import Quantities
import RigModel
import Testing

@testable import Presets

@Suite("A preset")
struct WritingTests {
  @Test(
    "may begin with the mark of its encoding, as some editors put it, and its lines count alike"
  )
  func byteOrderMark() throws {
    let bench = try Workbench()
    #expect(try bench.read("\u{FEFF}" + Workbench.rig).routes.count == 5)
    let problem = try #require(try bench.problems(in: "\u{FEFF}tarmac: 1\nx: 1\n").first)
    #expect(problem.line == 2 && problem.column == 1)
    try bench.write("\u{FEFF}tarmac: 1\ngraph: []\n", to: "part.yaml")
    #expect(
      try bench.session("source: { jack: 'a:*' }\ngraph: { use: part.yaml }").channel.sends.isEmpty
    )
  }

  @Test(
    "may be JSON with escapes for characters beyond 16 bits; what stands behind them keeps its column"
  )
  func surrogates() throws {
    let bench = try Workbench()
    try bench.write("", to: "emoji \u{1F3A7}.wav")
    let escaped = #""./emoji \ud83c\udfa7.wav""#
    let text =
      #"{"tarmac":1,"sessions":{"deck":{"category":"playback","source":{"player":"#
      + escaped + #"}}}}"#
    guard case .player(let player)? = try bench.read(text).sessions[0].channel.sources.first?.kind
    else {
      Issue.record("no player")
      return
    }
    #expect(player.file.hasSuffix("emoji \u{1F3A7}.wav"))
    let wrong = text.replacing("}}}}", with: #","lop":true}}}}"#)
    let problem = try #require(try bench.problems(in: wrong).first)
    let place = try #require(wrong.firstRange(of: #""lop""#)).lowerBound
    #expect(problem.column == wrong.distance(from: wrong.startIndex, to: place) + 1)
    // In single quotes it is no escape, and half an escape is none.
    let single = "tarmac: 1\nstate: '\\ud83c\\udfa7'\nrecordings: [ \"\\ud83c\\udfa7\" ]\n"
    #expect(try bench.problems(in: single).first?.message.contains("a mapping") == true)
    let half = try bench.problems(in: "tarmac: 1\nstate: \"\\ud83c\"\n")
    #expect(half.first?.message.contains("two escapes") == true, "\(half)")
  }

  @Test(
    "may have switches in the letters of YAML 1.1",
    arguments: [
      ("True", true), ("ON", true), ("Yes", true), ("Off", false), ("FALSE", false), ("NO", false),
    ]
  )
  func switches(_ word: String, _ isOn: Bool) throws {
    let session = try Workbench().session("category: playback\nactive: \(word)")
    #expect(session.seat.startsActive == isOn)
  }

  @Test("may not have them in any other", arguments: ["oN", "tRUE", "y", "1", "onn"])
  func otherSwitches(_ word: String) throws {
    let bench = try Workbench()
    let problems = try bench.problems(
      in: Workbench.rig + Workbench.session("category: playback\nactive: \(word)")
    )
    #expect(problems.count == 1)
  }

  @Test(
    "may write silence as libraries do",
    arguments: ["-inf", "-.inf", "-.INF", "-Inf", "-Infinity", "\"-inf\""]
  )
  func silence(_ word: String) throws {
    let bench = try Workbench()
    let rig = try bench.read(
      "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2, fader_db: \(word) } }\n"
        + "midi_map: [ { on: cc/1/1, set: main.fader_db, range: [ \(word), 0 ] },\n"
        + "  { on: note/1/1, set: main.fader_db, to: \(word) } ]\n"
    )
    #expect(rig.routes[0].fader == .silence)
    #expect(rig.midiMap?.bindings[0].range?.lowerBound == -.infinity)
    #expect(rig.midiMap?.bindings[1].value == "-inf")
  }

  @Test(
    "keeps the key 'on', which YAML 1.1 reads as true, and a value 'off', which it writes as false"
  )
  func keys() throws {
    let bench = try Workbench()
    try bench.write(
      "tarmac: 1\ncontrols:\n  pad: { true: note/1/36, feedback: true }\n",
      to: "pads.yaml"
    )
    let rig = try bench.read(
      Workbench.rig + "transport: { midi_clock: false }\n"
        + "alerts: { disk_below_mb: false, server_seconds: No }\n"
        + "midi_map: { use: pads.yaml, bindings: [ { true: pad, toggle: main.mute } ] }\n"
    )
    #expect(rig.midiMap?.bindings.first?.control.address.text == "note/1/36")
    #expect(rig.transport?.midiClock == .off)
    #expect(rig.alerts?.leastDiskBytes == nil && rig.alerts?.serverTime == nil)
    let twice = try bench.problems(
      in: Workbench.rig + "midi_map: [ { on: cc/1/1, true: cc/1/2, set: main.fader_db } ]\n"
    )
    #expect(twice.map { $0.message.contains("'on' stands twice") } == [true], "\(twice)")
  }

  @Test("may name files below its user's home")
  func home() throws {
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    #expect(Path.resolve("~/a.wav", in: "/x/rig.yaml") == "\(home)/a.wav")
    #expect(Path.absolute("~/a", in: "rig.yaml") == "\(home)/a")
    #expect(Path.resolve("~other/a.wav", in: "/x/rig.yaml") == "/x/~other/a.wav")
    let problems = try Workbench().problems(
      in: Workbench.rig
        + Workbench.session("category: playback\nsource: { player: ~/no-such-file.wav }")
    )
    #expect(problems.first?.message.contains("'\(home)/no-such-file.wav'") == true, "\(problems)")
  }

  @Test("is warned of a number in quotes, which editors take for a text")
  func quotes() throws {
    let rig = try Workbench().read(
      "tarmac: 1\nroutes: { main: { role: lineOut, channels: \"2\", fader_db: '-6' } }\n"
    )
    #expect(rig.routes[0].fader == Decibels(-6))
    #expect(rig.warnings.count == 2 && rig.warnings[0].message.contains("in quotes"))
  }
}
