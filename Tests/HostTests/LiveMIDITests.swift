// SPDX-License-Identifier: Apache-2.0
// MIDI through a live rig: to the frame, from JACK through plugins and out again, and never stale.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

/// Real plugins of the lv2-examples: fifths on notes, sound while a note is on, clicks on beats.
private let examples = "http://lv2plug.in/plugins"

@Suite("MIDI of a live rig", .serialized)
struct LiveMIDITests {
  /// Sound passes while a note is on; what the gate hears goes out a fifth richer.
  private static let gate = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      gate:
        category: playback
        active: true
        midi: { input: "keys:midi_out", output: "organ:midi_in" }
        source: { jack: [ "source:out_1" ] }
        graph:
          - { plugin: "\(examples)/eg-fifths" }
          - { plugin: "\(examples)/eg-midigate" }
        sends: [ { to: main } ]
    """

  private struct Stage {
    let source: Listener
    let ears: Listener
    let keys: Musician
    /// Another client: what returns to the same client would be a cycle late.
    let organ: Musician

    init(_ tarmac: RunningTarmac, _ server: PrivateServer) throws {
      source = try Listener("source", on: server, outputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 120)])
      let ears = try Listener("ears", on: server, inputs: 1)
      keys = try Musician("keys", on: server)
      organ = try Musician("organ", on: server)
      self.ears = ears
      try tarmac.wait("the rig to be connected") {
        ears.connections(of: ears.input(1)) == ["rig:main"]
          && !ears.connections(of: "rig:gate").isEmpty
          && ears.connections(of: "rig:gate_midi_in") == ["keys:midi_out"]
          && ears.connections(of: "rig:gate_midi_out") == ["organ:midi_in"]
      }
    }

    /// Waits for so many messages.
    func heard(_ count: Int, _ tarmac: RunningTarmac) throws -> [TimedMIDI] {
      var heard: [TimedMIDI] = []
      try tarmac.wait("\(count) messages") {
        heard += organ.takeHeard()
        return heard.count >= count
      }
      return heard
    }

    func close() {
      source.close()
      ears.close()
      keys.close()
      organ.close()
    }
  }

  @Test("reaches plugins at its frame, and what they put out leaves at its frame")
  func frames() async throws {
    try await RunningTarmac.run(Self.gate) { tarmac, server in
      let stage = try Stage(tarmac, server)
      // This gate opens and closes a part of a cycle too early, but for notes at its first frame.
      let notes = [
        TimedMIDI(512, [0x90, 60, 100]), TimedMIDI(1_280, [0x80, 60, 0]),
        TimedMIDI(2_000, [0x90, 64, 1]), TimedMIDI(2_001, [0x80, 64, 0]),
      ]
      let take = try stage.keys.play(notes, heardBy: stage.ears, frames: 2_048)
      let heard = take.channels[0]
      let sounding = heard.indices.filter { heard[$0] == 0.5 }
      #expect(Array(sounding.prefix(768)) == Array(512..<1_280))
      #expect(heard.count { $0 == 0 } == 2_048 - sounding.count)
      let messages = try stage.heard(8, tarmac)
      let positions = messages.map { take.position(of: $0.frame) }
      #expect(positions == [512, 512, 1_280, 1_280, 2_000, 2_000, 2_001, 2_001])
      #expect(
        messages.map(\.bytes) == [
          [0x90, 60, 100], [0x90, 67, 100], [0x80, 60, 0], [0x80, 67, 0],
          [0x90, 64, 1], [0x90, 71, 1], [0x80, 64, 0], [0x80, 71, 0],
        ]
      )
      stage.close()
    }
  }

  @Test("ends its notes when its session falls silent, and takes none until it sounds again")
  func suspension() async throws {
    try await RunningTarmac.run(Self.gate) { tarmac, server in
      let stage = try Stage(tarmac, server)
      stage.keys.send([TimedMIDI(0, [0x93, 50, 90])])
      try tarmac.wait("the note") { try stage.ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      #expect(try stage.heard(2, tarmac).map(\.bytes) == [[0x93, 50, 90], [0x93, 57, 90]])

      _ = try tarmac.ask(DeactivateRequest(session: "gate", notifyOthers: false))
      try tarmac.wait("silence") { try stage.ears.capture(frames: 64)[0].allSatisfy { $0 == 0 } }
      let ended = try stage.heard(4, tarmac).map(\.bytes)
      #expect(ended == [[0x83, 50, 64], [0x83, 57, 64], [0xb3, 64, 0], [0xb3, 123, 0]])

      stage.keys.send([TimedMIDI(0, [0x93, 40, 90])])
      try tarmac.wait("the stale note to be sent") { stage.keys.isDone }
      try stage.ears.wait(frames: 4_096)
      _ = try tarmac.ask(ActivateRequest(session: "gate"))
      let calls = try tarmac.session("gate").calls
      try tarmac.wait("the session to run") { try tarmac.session("gate").calls > calls + 10 }
      // Neither the held note nor the note that arrived meanwhile is on.
      #expect(try stage.ears.capture(frames: 9_600)[0].allSatisfy { $0 == 0 })
      stage.keys.send([TimedMIDI(0, [0x93, 50, 90])])
      try tarmac.wait("a new note") {
        try stage.ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 }
      }
      stage.close()
    }
  }

  private static let synth = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
    sessions:
      synth:
        category: playback
        active: true
        midi: { input: [ "keys:*" ] }
        graph:
          nodes:
            fifths: { plugin: "\(examples)/eg-fifths" }
            jx10: { plugin: "URI" }
          connections:
            - midi -> fifths
            - fifths.out -> jx10.PORT
            - jx10 -> out
        sends: [ { to: main } ]
    """

  @Test(
    "plays real synthesisers behind a real MIDI plugin",
    arguments: [
      ("http://drobilla.net/plugins/mda/JX10", "event_in"),
      ("http://drobilla.net/plugins/mda/EPiano", "event_in"),
    ]
  )
  func synthesisers(uri: String, port: String) async throws {
    let preset = Self.synth.replacing("URI", with: uri).replacing("PORT", with: port)
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      let keys = try Musician("keys", on: server)
      try tarmac.wait("the rig to be connected") {
        ears.connections(of: "rig:synth_midi_in") == ["keys:midi_out"]
          && ears.connections(of: ears.input(2)) == ["rig:main_R"]
      }
      #expect(try ears.capture(frames: 4_096)[0].allSatisfy { abs($0) < 1e-6 })
      let note = TimedMIDI(1_000, [0x90, 60, 110])
      let heard = try keys.play([note], heardBy: ears, frames: 24_000).channels
      // These synthesisers take events at their frame: 1,000 is in the middle of a cycle.
      let first = try #require(heard[0].firstIndex { abs($0) > 1e-9 })
      #expect((1_000..<1_064).contains(first))
      #expect(heard[0].contains { abs($0) > 0.01 })
      ears.close()
      keys.close()
    }
  }

  @Test("is what a tuner makes of a tone, and waits for ports that are not there")
  func tuner() async throws {
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
      sessions:
        tuner:
          category: playback
          active: true
          midi: { output: [ "organ:midi_in", "nobody:midi_in" ] }
          source: { jack: [ "source:out_1" ] }
          graph:
            - plugin: http://guitarix.sourceforge.net/plugins/gxtuner#tuner
              set: { MIDI_ON: 1, FASTNOTE: 1 }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let organ = try Musician("organ", on: server)
      try tarmac.wait("the tuner to be connected") {
        source.connections(of: "rig:tuner_midi_out") == ["organ:midi_in"]
          && source.connections(of: "rig:tuner") == ["source:out_1"]
      }
      // The test may ask before JACK has been asked.
      try tarmac.wait("what is not there") {
        let midi = try tarmac.session("tuner").midi
        return midi?.inputWaiting == nil && midi?.outputWaiting == ["nobody:midi_in"]
      }
      let tone = (0..<480_000).map { Float(sin(Double($0) * 440 * 2 * .pi / 48_000)) / 2 }
      source.play([tone])
      try tarmac.wait("the note of 440 Hz") {
        organ.takeHeard().contains { $0.bytes.prefix(2) == [0x90, 69] }
      }
      source.close()
      organ.close()
    }
  }

  @Test("gets ports, other ways and none by reloads, while what sounds goes on")
  func reload() async throws {
    func preset(_ midi: String) -> String {
      """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
      sessions:
        gate:
          category: playback
          active: true
          \(midi)
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "\(examples)/eg-fifths" }, { plugin: "\(amplifier)", id: amp } ]
          sends: [ { to: main } ]
      """
    }
    try await RunningTarmac.run(preset("")) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 60)])
      let ears = try Listener("ears", on: server, inputs: 1)
      let keys = try Musician("keys", on: server)
      let organ = try Musician("organ", on: server)
      try tarmac.wait("sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      #expect(ears.ports(matching: "rig:.*midi").isEmpty)
      let sound = try ears.capture(tail: 4_800) {
        let both = "midi: { input: \"keys:midi_out\", output: \"organ:midi_in\" }"
        try tarmac.reload(preset(both))
        try tarmac.wait("the ports") {
          ears.connections(of: "rig:gate_midi_in") == ["keys:midi_out"]
            && ears.connections(of: "rig:gate_midi_out") == ["organ:midi_in"]
        }
        keys.send([TimedMIDI(0, [0x90, 60, 100])])
        var heard: [TimedMIDI] = []
        try tarmac.wait("a fifth") {
          heard += organ.takeHeard()
          return heard.count == 2
        }
        try tarmac.reload(preset("midi: { input: on }"))
        try tarmac.wait("one port less") {
          ears.ports(matching: "rig:.*midi") == ["rig:gate_midi_in"]
        }
        try tarmac.wait("no keys") { ears.connections(of: "rig:gate_midi_in").isEmpty }
      }
      #expect(sound[0].allSatisfy { $0 == 0.5 })
      source.close()
      ears.close()
      keys.close()
      organ.close()
    }
  }
}
