// SPDX-License-Identifier: Apache-2.0
// A live rig steered by OSC programs that others wrote: heard on JACK, reported back to them.

import BadInputs
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import OSC
import Quantities
import Testing

@Suite("OSC on a live rig", .serialized)
struct OSCLiveTests {
  static func preset(_ osc: String = "{ port: 0, tcp: on }", _ more: String = "") -> String {
    let mixes = "options: [ mixWithOthers ]"
    return LiveStage.preset(
      """
      interrupters:
        phone: { source: { jack: [ "voices:out_3" ] }, sends: [ { to: wall } ] }
      surfaces: { osc: \(osc) }
      """,
      sessions: LiveStage.session(
        "deck",
        voice: 1,
        "active: true",
        mixes,
        more,
        "sends: [ { to: wall }, { to: cue, tap: pre, when: cue } ]"
      ),
      LiveStage.session("voice", voice: 2, mixes, "sends: [ { to: wall } ]")
    )
  }

  /// Runs `body` on a rig with such a door, of which `deck` is heard at `wall`.
  static func run(
    _ osc: String = "{ port: 0, tcp: on }",
    _ body: (LiveStage) async throws -> Void
  ) async throws {
    try await run(preset: preset(osc), by: .clock, body)
  }

  static func run(
    preset: String = preset("{ port: 0, tcp: on }"),
    by driver: LiveStage.Driver,
    _ body: (LiveStage) async throws -> Void
  ) async throws {
    try await LiveStage.run(
      preset,
      voices: ["deck", "voice", "phone"],
      outputs: ["wall", "cue"],
      by: driver
    ) { stage in
      try stage.hears(["wall": ["deck"]])
      try await body(stage)
    }
  }

  @Test("oscsend turns a fader, mutes, cues, lets somebody talk and interrupts, as it is heard")
  func oscsend() async throws {
    try await Self.run { stage in
      let (tarmac, deck) = (stage.tarmac, stage.level(of: "deck"))
      try tarmac.oscsend("/deck/fader_db", "f", "-6")
      try stage.hears(["wall": deck * LinearGain(Decibels(-6)).factor])
      try tarmac.oscsend("/deck/fader", "f", "0.75")
      try stage.hears(["wall": ["deck"]])
      try tarmac.oscsend("/deck/fader_db/step", "f", "-12")
      try stage.hears(["wall": deck * LinearGain(Decibels(-12)).factor])
      try tarmac.oscsend("/deck/fader_db", "i", "0")
      try tarmac.oscsend("/deck/mute", "T")
      try stage.hears(["wall": []])
      try tarmac.oscsend("/deck/mute", "f", "0.0")
      try stage.hears(["wall": ["deck"], "cue": []])
      try tarmac.oscsend("/deck/cue", "i", "1")
      try stage.hears(["wall": ["deck"], "cue": ["deck"]])
      try tarmac.oscsend("/voice/active", "f", "1")
      try stage.hears(["wall": ["deck", "voice"]])
      try tarmac.oscsend("/voice/active/toggle")
      try stage.hears(["wall": ["deck"]])
      try tarmac.oscsend("/rig/interrupters/phone/ring", "f", "1")
      try tarmac.oscsend("/rig/interrupters/phone/accept", "f", "1")
      try stage.hears(["wall": ["phone"]])
      try tarmac.oscsend("/rig/interrupters/phone/active", "F")
      try stage.hears(["wall": ["deck"]])
      try tarmac.oscsend("/*/mute", "T")
      try stage.hears(["wall": []])
      let by = try stage.ask(DecisionListRequest(last: 50)).map(\.event)
      #expect(by.contains { $0.contains("mute") })
    }
  }

  @Test("a fade is heard on its way, and ends where it is to")
  func fade() async throws {
    try await Self.run { stage in
      let heard = try #require(
        try stage.listen {
          try stage.tarmac.oscsend("/deck/fader_db", "ffs", "-inf", "0.3", "smooth")
          try stage.tarmac.wait("the end of the fade") {
            try stage.ask(TreeGetRequest(patterns: ["deck.fader_db"])).first?.value
              == .number(-.infinity)
          }
        }["wall"]
      )
      let level = stage.level(of: "deck")
      #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 }, "it goes one way")
      #expect(heard.contains { 0 < $0 && $0 < level / 2 })
      try stage.hears(["wall": []])
    }
  }

  @Test("two clients of python-osc are told what they subscribed to, each for itself, and no echo")
  func feedback() async throws {
    try await Self.run { stage in
      let one = try OSCProgram.python("udp", beside: stage.tarmac)
      let two = try OSCProgram.python("udp", beside: stage.tarmac)
      try one.send(#"["/tarmac/subscribe", "/deck/fader_db"]"#)
      try one.hears(#"["/deck/fader_db", 0.0]"#)
      try two.send(#"["/tarmac/subscribe", "/*/mute", 60.0]"#)
      try two.hears(#"["/voice/mute", 0]"#)
      try two.send(#"["/deck/fader_db", -6.0]"#)
      try one.hears(#"["/deck/fader_db", -6.0]"#)
      try one.send(#"["/deck/mute", "%T"]"#)
      try two.hears(#"["/deck/mute", 1]"#)
      try stage.hears(["wall": []])
      // By the time that both have an answer to what they ask now, an echo would have come.
      for client in [one, two] {
        try client.send(#"["/tarmac/ping", 7]"#)
        try client.hears(#"["/reply", "/tarmac/ping", 7]"#)
      }
      #expect(!one.lines.contains { $0.contains("mute") })
      #expect(!two.lines.contains { $0.contains("fader_db") })
      _ = try stage.tarmac.command("set", "deck.fader_db", "-3")
      try one.hears(#"["/deck/fader_db", -3.0]"#)
    }
  }

  @Test("oscdump shows the feedback of its port")
  func oscdump() async throws {
    try await Self.run { stage in
      // Feedback goes to the port that subscribed, whatever program listens there then.
      let asked = try OSCProgram.python("udp", beside: stage.tarmac)
      try asked.send(#"["/tarmac/subscribe", "/deck/fader_db"]"#)
      try asked.hears(#"["/deck/fader_db", 0.0]"#)
      let line = try #require(asked.lines.first { $0.contains("#port") })
      let port = line.filter { $0.isNumber }
      asked.end()
      let dump = try OSCProgram("/usr/bin/oscdump", ["-L", port], beside: stage.tarmac)
      // Steps until oscdump listens, which it does not report.
      try stage.tarmac.wait("oscdump") {
        try stage.tarmac.oscsend("/deck/fader_db/step", "f", "-0.5")
        return dump.lines.contains { $0.contains("/deck/fader_db f -") }
      }
    }
  }

  @Test(
    "values are asked for and listed, and what is refused is said to who asked",
    arguments: [
      "udp", "tcp-1.0", "tcp-1.1",
    ]
  )
  func answers(_ kind: String) async throws {
    try await Self.run { stage in
      let client = try OSCProgram.python(kind, beside: stage.tarmac)
      try client.send(#"["/deck/fader_db"]"#)
      try client.hears(#"["/deck/fader_db", 0.0]"#)
      try client.send(#"["/deck/fader", 0.5]"#)
      try stage.hears(["wall": stage.level(of: "deck") * LinearGain(Decibels(-10)).factor])
      try client.send(#"["/deck/fader"]"#)
      try client.hears(#"["/deck/fader", 0.5]"#)
      try client.send(#"["/deck/category"]"#)
      try client.hears(#"["/deck/category", "playback"]"#)
      try client.send(#"["/tarmac/list", "/deck/fader_db"]"#)
      try client.hears(
        #"["/reply", "/deck/fader_db", "level", -90.0, 12.0, 0.0, -10.0, "dB"]"#
      )
      try client.send(#"["/deck/fader_db", "loud"]"#)
      try client.wait { $0.contains { $0.contains("/error") && $0.contains("takes -90 to 12 dB") } }
      try client.send(#"["/deck/fadr_db", 0.0]"#)
      try client.wait { $0.contains { $0.contains("did you mean 'deck.fader_db'?") } }
      try client.send(#"["/deck/fader_db/locked", 1]"#)
      try client.send(#"["/deck/fader_db", 0.0]"#)
      try client.wait { $0.contains { $0.contains("'deck.fader_db' is locked") } }
    }
  }

  @Test("a sender that the preset does not name is refused by each way, logged once, and not heard")
  func unlisted() async throws {
    try await Self.run("{ address: 0.0.0.0, port: 0, tcp: on, from: [ 127.0.0.1 ] }") { stage in
      let stranger = try OSCProgram.python("udp", beside: stage.tarmac, host: "127.0.0.2")
      let heard = try stage.listen {
        for _ in 0..<20 { try stranger.send(#"["/deck/mute", 1]"#) }
        let caller = try RawConnection(port: try stage.tarmac.oscPort(), isSecondAddress: true)
        caller.send(OSCFraming.length.frame(OSCMessage("/deck/mute", [.bool(true)]).bytes))
        #expect(try caller.rest() == "")
        try stage.tarmac.wait("the refusal") {
          try stage.tarmac.log("OSC from 127.0.0.2 is refused")
        }
        // Earlier messages have been handled once this is answered.
        let friend = try OSCProgram.python("tcp-1.0", beside: stage.tarmac)
        try friend.send(#"["/tarmac/ping", 7]"#)
        try friend.hears(#"["/reply", "/tarmac/ping", 7]"#)
      }
      let level = stage.level(of: "deck")
      #expect(heard["wall"]?.allSatisfy { $0 == level } == true)
      try stage.tarmac.oscsend("/deck/fader_db", "f", "-6")
      try stage.hears(["wall": stage.level(of: "deck") * LinearGain(Decibels(-6)).factor])
      #expect(try stage.tarmac.count("OSC from 127.0.0.2 is refused") == 1)
      #expect(stranger.lines.count == 2)
    }
  }

  @Test("a door whose port is taken is named in the log, and the rig plays on")
  func takenPort() async throws {
    let taken = try LocalPort(SOCK_DGRAM)
    let port = taken.number
    try await Self.run("{ port: \(port) }") { stage in
      let isNamed = try stage.tarmac.log("OSC can't listen on 127.0.0.1, port \(port)")
      #expect(isNamed)
    }
  }

  @Test("a reload opens another door, and keeps one whose settings are the same")
  func reload() async throws {
    try await Self.run { stage in
      let port = try stage.tarmac.oscPort()
      let client = try OSCProgram.python("udp", beside: stage.tarmac)
      try client.send(#"["/tarmac/subscribe", "/*/fader_db"]"#)
      try client.hears(#"["/deck/fader_db", 0.0]"#)
      let file = stage.tarmac.folder.appending(path: "rig.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      let renamed = text.replacing("  deck:", with: "  tape:")
      try renamed.write(to: file, atomically: true, encoding: .utf8)
      try stage.ask(ReloadRequest())
      #expect(try stage.tarmac.oscPort() == port)
      try client.hears(#"["/tape/fader_db", 0.0]"#)
      try stage.tarmac.oscsend("/tape/mute", "T")
      try stage.hears(["wall": []])
      try renamed.replacing("tcp: on", with: "tcp: off").write(
        to: file,
        atomically: true,
        encoding: .utf8
      )
      try stage.ask(ReloadRequest())
      try stage.tarmac.wait("the log") { try stage.tarmac.count("OSC listens on") == 2 }
      try stage.tarmac.oscsend("/tape/mute", "F")
      try stage.tarmac.wait("the sound") {
        try stage.ask(TreeGetRequest(patterns: ["tape.mute"])).first?.value == .toggle(false)
      }
    }
  }
}
