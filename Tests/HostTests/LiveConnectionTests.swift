// SPDX-License-Identifier: Apache-2.0
// Sessions that hear each other, resources that only one session can have, and sound outside the
// rules.

import ControlClient
import ControlProtocol
import FoundationEssentials
import JACKTestBench
import Quantities
import RuleProofs
import SeededNumbers
import Testing

@Suite("A live rig's other ways", .serialized)
struct LiveConnectionTests {
  private static let chain = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      voice:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { jack: [ "source:out_1" ] }
        graph: [ { insert: room } ]
        sends: [ { to: main, channels: [ 1 ] } ]
      room:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { insert: on, channels: 1 }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: -6 } } ]
      band:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        source: { session: voice }
        sends: [ { to: main, channels: [ 2 ] } ]
    """

  @Test(
    "carry one session's sound through another one, and into a third, as long as the tower lets them",
    .proves("IAA-01", "IAA-02", "IAA-A2", at: .live)
  )
  func sessions() async throws {
    try await RunningTarmac.run(LiveConnectionTests.chain) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      let through = LinearGain(Decibels(-6)).factor
      let kinds = ["voice": "jack", "room": "insert", "band": "session"]
      for (name, kind) in kinds {
        #expect(try tarmac.session(name).sources.map(\.kind) == [kind])
      }
      func settles(_ levels: [Float], _ what: String) throws {
        try tarmac.wait(what) {
          let heard = try ears.capture(frames: 256)
          return zip(heard, levels).allSatisfy { samples, level in
            samples.allSatisfy { abs($0 - level) < 1e-5 }
          }
        }
      }
      try settles([through, 0], "the insert")
      _ = try tarmac.ask(ActivateRequest(session: "band"))
      try settles([through, through], "the send")
      // A session that does not mix hears no other session, while it is as active as before.
      for (options, level) in [([], 0), (["mixWithOthers"], through)] {
        _ = try tarmac.ask(
          SetCategoryRequest(session: "band", category: "playback", options: options)
        )
        try settles([through, level], "the send with \(options)")
        #expect(try tarmac.session("band").state == "active")
      }
      _ = try tarmac.ask(DeactivateRequest(session: "room"))
      try settles([1, 1], "the sound past the insert")
      _ = try tarmac.ask(ActivateRequest(session: "room"))
      _ = try tarmac.ask(DeactivateRequest(session: "band"))
      try settles([through, 0], "the end of the send")
      source.close()
      ears.close()
    }
  }

  private static let exclusive = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      film:
        category: playback
        source: { jack: [ "source:out_1" ] }
        graph:
          - plugin: "\(amplifier)"
            set: { gain: -6 }
            shared: "\(amplifier)"
            shared_set: { gain: -12 }
            exclusive: dsp
        sends: [ { to: main } ]
    """

  private static let feed = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      synth:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main, channels: [ 1 ] } ]
      host:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        source: { session: synth }
        sends: [ { to: main, channels: [ 2 ] } ]
    """

  @Test(
    "carry an inactive session's sound into an active one, and to no output of its own",
    .proves("IAA-01", "IAA-A1", "INT-05", at: .live)
  )
  func feed() async throws {
    try await RunningTarmac.run(LiveConnectionTests.feed) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { for client in [source, ears] { client.close() } }
      source.play([[Float](repeating: 1, count: 48_000 * 120)])
      func settles(_ levels: [Float], after what: String) throws {
        try tarmac.wait("\(levels) after \(what)") {
          zip(try ears.capture(frames: 1024), levels).allSatisfy { samples, level in
            samples.allSatisfy { $0 == level }
          }
        }
      }
      try settles([0, 0], after: "the start")
      _ = try tarmac.ask(ActivateRequest(session: "host"))
      try settles([0, 1], after: "the host's activation")
      #expect(try tarmac.session("synth").state == "inactive")
      _ = try tarmac.ask(ActivateRequest(session: "synth"))
      try settles([1, 1], after: "the synth's activation")
      let own = try ears.capture(tail: 4_800) {
        _ = try tarmac.ask(DeactivateRequest(session: "synth"))
      }
      #expect(own[0].last == 0)
      #expect(own[1].allSatisfy { $0 == 1 })
      // A session that is interrupted is heard nowhere, in no other session either.
      _ = try tarmac.ask(ActivateRequest(session: "synth"))
      try settles([1, 1], after: "its activation again")
      _ = try tarmac.ask(ForceRequest(session: "synth", action: .interrupt))
      try settles([0, 0], after: "its interruption")
      _ = try tarmac.ask(ForceRequest(session: "synth", action: .deactivate))
      try settles([0, 1], after: "its deactivation")
      _ = try tarmac.ask(DeactivateRequest(session: "host"))
      try settles([0, 0], after: "the host's deactivation")
    }
  }

  @Test(
    "give the plugin behind a token to the session that holds it, and its stand-in to the others",
    .proves("HWC-02", "HWC-03", at: .live)
  )
  func token() async throws {
    try await RunningTarmac.run(LiveConnectionTests.exclusive) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      func settles(_ level: Double, _ what: String) throws {
        try tarmac.wait(what) {
          let wanted = LinearGain(Decibels(Float(level))).factor
          return try ears.capture(frames: 256)[0].allSatisfy { abs($0 - wanted) < 1e-5 }
        }
      }
      _ = try tarmac.ask(ActivateRequest(session: "film"))
      try settles(-6, "the exclusive plugin")
      _ = try tarmac.ask(
        SetCategoryRequest(session: "film", category: "playback", options: ["mixWithOthers"])
      )
      try settles(-12, "the shared plugin")
      _ = try tarmac.ask(SetCategoryRequest(session: "film", category: "playback"))
      try settles(-6, "the exclusive plugin again")
      source.close()
      ears.close()
    }
  }

  private static let outside = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    interrupters:
      phone: { source: { jack: [ "source:out_2" ] }, sends: [ { to: main } ] }
    system_sounds: { sounds: { click: "count.wav" }, sends: [ { to: main } ] }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  @Test(
    "let the phone be heard while it lasts, and clicks beside everything but that",
    .proves("UI-01", "UI-A2", at: .live)
  )
  func outside() async throws {
    try await RunningTarmac.run(LiveConnectionTests.outside) { folder in
      try folder.write([Float](repeating: 0.25, count: 24_000), as: "count.wav")
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      let constants: [Float] = [0.5, 0.125]
      source.play(constants.map { [Float](repeating: $0, count: 48_000 * 60) })
      func settles(_ level: Float, _ what: String) throws {
        try tarmac.wait(what) { try ears.capture(frames: 256)[0].allSatisfy { $0 == level } }
      }
      try settles(0.5, "the music")
      for _ in 0..<2 {
        let heard = try ears.capture(tail: 30_000) {
          _ = try tarmac.ask(SystemSoundRequest(name: "click"))
        }[0]
        // Both channels of the bus are added up on the one of the route.
        #expect(heard.count { $0 == 1 } > 20_000)
        try settles(0.5, "the end of the click")
      }
      _ = try tarmac.ask(SetRequest(path: "system_sounds.fader_db", value: "-inf"))
      // The fader takes 20 ms.
      _ = try ears.capture(frames: 4_096)
      let silenced = try ears.capture(tail: 30_000) {
        _ = try tarmac.ask(SystemSoundRequest(name: "click"))
      }[0]
      #expect(silenced.allSatisfy { $0 == 0.5 })
      let refusal = #expect(throws: ControlClientError.self) {
        try tarmac.ask(SystemSoundRequest(name: "clack"))
      }
      #expect(refusal.map { "\($0)".contains("did you mean 'click'?") } == true)
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      try settles(0.125, "the phone alone")
      #expect(throws: (any Error).self) { try tarmac.ask(SystemSoundRequest(name: "click")) }
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      try settles(0.5, "the music again")
      source.close()
      ears.close()
    }
  }
}
