// SPDX-License-Identifier: Apache-2.0
// A touch screen's layout that was made for Ardour, on a live rig: python-osc sends what such a
// layout sends.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("A layout made for Ardour", .serialized)
struct ArdourLiveTests {
  private func run(_ body: (LiveStage, OSCProgram) throws -> Void) async throws {
    try await OSCLiveTests.run { stage in
      try body(stage, try OSCProgram.python("udp", beside: stage.tarmac))
    }
  }

  @Test("finds the strips, and turns, mutes, solos and rolls what is heard and rolls here")
  func controls() async throws {
    try await run { stage, layout in
      let deck = stage.level(of: "deck")
      try layout.send(#"["/strip/list"]"#)
      try layout.hears(#"["/reply", "end_route_list", 48000, 0, 0]"#)
      #expect(layout.lines.contains(#"["/reply", "B", "deck", 1, 1, 0, 0, 1]"#))
      #expect(layout.lines.contains(#"["/reply", "B", "voice", 1, 1, 0, 0, 2]"#))
      try layout.send(#"["/strip/fader", 1, 0.5]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-10)).factor])
      try layout.send(#"["/strip/gain", 1, -6.0]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-6)).factor])
      try layout.send(#"["/strip/gain", 1, -193.0]"#)
      try stage.hears(["wall": []])
      // A fader of TouchOSC has its number in the address.
      try layout.send(#"["/strip/fader/1", 0.75]"#)
      try stage.hears(["wall": ["deck"], "cue": []])
      try layout.send(#"["/strip/mute", 1, 1.0]"#)
      try layout.send(#"["/strip/solo", 1, 1.0]"#)
      try stage.hears(["wall": [], "cue": ["deck"]])
      try layout.send(#"["/strip/list"]"#)
      try layout.hears(#"["/reply", "B", "deck", 1, 1, 1, 1, 1]"#)
      try layout.send(#"["/strip/mute", 1, 0.0]"#)
      try layout.send(#"["/strip/solo", 1, 0.0]"#)
      try stage.hears(["wall": ["deck"], "cue": []])
      try layout.send(#"["/strip/trimdB", 1, -3.0]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-3)).factor])
      try layout.send(#"["/strip/trimdB", 1, 0.0]"#)
      try layout.send(#"["/strip/send/gain", 1, 1, -12.0]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-12)).factor])
      try layout.send(#"["/strip/send/fader", 1, 1, 0.75]"#)
      try layout.send(#"["/master/mute", 1]"#)
      try stage.hears(["wall": []])
      try layout.send(#"["/master/mute", 0]"#)
      try layout.send(#"["/master/gain", -6.0]"#)
      try stage.hears(["wall": deck * LinearGain(Decibels(-6)).factor])
      try layout.send(#"["/strip/fader", 3, 0.5]"#)
      try layout.wait { $0.contains { $0.contains("There is no strip 3: there are 2.") } }
    }
  }

  @Test("is told what it has asked for by /set_surface: names, faders, switches and meters")
  func feedback() async throws {
    try await run { stage, layout in
      // Switches, levels, the master and meters; levels in dB.
      try layout.send(#"["/set_surface", 0, 159, 147, 0]"#)
      for line in [
        #"["/strip/name", 1, "deck"]"#, #"["/strip/name", 2, "voice"]"#,
        #"["/strip/gain", 1, 0.0]"#, #"["/strip/mute", 1, 0]"#, #"["/strip/solo", 1, 0]"#,
        #"["/master/gain", 0.0]"#,
      ] {
        try layout.hears(line)
      }
      // The meters show what JACK hears at the wall, which is the constant that the deck plays.
      let level = 20 * log10(Double(stage.level(of: "deck")))
      for address in ["/strip/meter", "/master/meter"] {
        try layout.wait { lines in
          lines.contains { Self.meter($0, address, near: level) }
        }
      }
      try layout.wait { $0.contains(#"["/strip/meter", 2, -193.0]"#) }
      // Another client.
      _ = try stage.tarmac.command("set", "deck.fader_db", "-6")
      try layout.hears(#"["/strip/gain", 1, -6.0]"#)
      try layout.wait { lines in
        lines.contains { Self.meter($0, "/master/meter", near: level - 6) }
      }
      _ = try stage.tarmac.command("set", "deck.cue", "on")
      try layout.hears(#"["/strip/solo", 1, 1]"#)
      _ = try stage.tarmac.command("set", "wall.mute", "on")
      try layout.hears(#"["/master/mute", 1]"#)
      // Positions of faders and meters from 0 to 1, numbers in addresses, one strip.
      try layout.send(#"["/set_surface/1/159/135/1"]"#)
      try layout.hears(#"["/strip/mute/1", 0]"#)
      try layout.wait { lines in
        lines.contains { Self.meter($0, "/strip/meter/1", near: (level + 94) / 100) }
      }
      #expect(!layout.lines.contains { $0.hasPrefix(#"["/strip/fader/2""#) })
      try layout.send(#"["/set_surface", 0, 159, 0, 0]"#)
      try layout.send(#"["/tarmac/ping", 1]"#)
      try layout.hears(#"["/reply", "/tarmac/ping", 1]"#)
      let count = layout.lines.count
      _ = try stage.tarmac.command("set", "deck.fader_db", "-3")
      try layout.send(#"["/tarmac/ping", 2]"#)
      try layout.hears(#"["/reply", "/tarmac/ping", 2]"#)
      #expect(layout.lines.count == count + 1, "no feedback any more")
    }
  }

  /// Whether a line is a meter of the first strip or the master, at about that level.
  private static func meter(_ line: String, _ address: String, near level: Double) -> Bool {
    let words = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
    guard let words, words.first as? String == address, let told = words.last as? Double,
      words.count == 2 || words[1] as? Int == 1
    else { return false }
    return abs(told - level) < 0.1
  }
}
