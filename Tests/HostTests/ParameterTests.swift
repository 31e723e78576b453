// SPDX-License-Identifier: Apache-2.0
// What can be set in a running rig, and what is refused.

import ControlClient
import ControlProtocol
import JACKTestBench
import Testing

@Suite("Setting a value", .serialized)
struct ParameterTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck:
        category: playback
        source: { jack: [ "source:out_1", "source:out_2" ] }
        graph: [ { plugin: "http://calf.sourceforge.net/plugins/Compressor", id: comp } ]
        sends: [ { to: main } ]
    interrupters: { alarm: { source: { jack: "siren:out" }, sends: [ { to: main } ] } }
    """

  private static let good = [
    ("deck.fader_db", "-90", "-90"), ("deck.fader_db", "-inf", "-inf"),
    ("deck.trim_db", "12", "12"), ("deck.trim_db", "-6dB", "-6"), ("deck.trim_db", "6 dB", "6"),
    ("deck.mute", "on", "on"), ("deck.mute", "0", "off"), ("main.fader_db", "-0.5", "-0.5"),
    ("deck.sends.main.level_db", "-6", "-6"), ("deck.comp.ratio", "1.5", "1.5"),
    ("deck.comp.bypass", "on", "on"), ("deck.comp.bypass", "0", "off"),
    ("deck.comp.detection", "1", "1"),
    ("alarm.fader_db", "-3", "-3"), ("alarm.mute", "on", "on"), ("alarm.mute", "off", "off"),
    ("alarm.sends.main.level_db", "-1", "-1"),
  ]

  private static let bad = [
    ("deck.fader_db", "-91"), ("deck.fader_db", "12.01"), ("deck.fader_db", "nan"),
    ("deck.fader_db", "inf"), ("deck.fader_db", ""), ("deck.fader_db", "6 db"),
    ("deck.fader_db", "dB"),
    ("deck.mute", "maybe"), ("deck.comp.ratio", "0.99"), ("deck.comp.ratio", "nan"),
    ("deck.comp.ratio", "-inf"), ("deck.comp.bypass", "0.5"), ("deck.comp.bypass", "2"),
    ("deck.comp.detection", "0.5"), ("deck.comp.meter_in", "1"), ("deck.fader", "0"), ("", "0"),
  ]

  @Test("takes what is allowed, and refuses all else without a change")
  func ranges() async throws {
    try await RunningTarmac.runByClock(ParameterTests.preset) { tarmac in
      for (path, value, reads) in ParameterTests.good {
        _ = try tarmac.ask(SetRequest(path: path, value: value))
        // The renderer takes a plugin's value at its next cycle.
        try tarmac.wait("\(path) to be \(reads)") {
          try tarmac.ask(GetRequest(path: path)).map(\.value) == [reads]
        }
      }
      let before = try tarmac.ask(GetRequest())
      for (path, value) in ParameterTests.bad {
        let error = try #require(throws: ControlClientError.self, "\(path) \(value)") {
          try tarmac.ask(SetRequest(path: path, value: value))
        }
        guard case .refused(let refusal) = error else {
          Issue.record("\(path) \(value): \(error)")
          continue
        }
        #expect(refusal.code == .invalidParams)
        #expect(refusal.message.contains("'\(path)'"))
      }
      #expect(try tarmac.ask(GetRequest()) == before)
    }
  }

  @Test(
    "says of a path that is not there what was probably meant",
    arguments: [
      ("dekc", "did you mean 'deck'?"), ("deck.fader_d", "did you mean 'deck.fader_db'?"),
      ("deck.cmp", "did you mean 'deck.comp'?"), ("nothing.like.it", "'tarmac get' lists all."),
    ]
  )
  func unknown(_ path: String, _ hint: String) async throws {
    try await RunningTarmac.runByClock(ParameterTests.preset) { tarmac in
      let error = try #require(throws: ControlClientError.self) {
        try tarmac.ask(GetRequest(path: path))
      }
      guard case .refused(let refusal) = error else { throw error }
      #expect(refusal.message == "There is no value '\(path)'; \(hint)")
    }
  }
}
