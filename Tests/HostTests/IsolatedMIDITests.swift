// SPDX-License-Identifier: Apache-2.0
// MIDI of sessions whose graph runs in a process of its own.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("MIDI of an isolated session", .serialized)
struct IsolatedMIDITests {
  private static let roundTrip = FragileRig.roundTrip

  @Test("reaches plugins at its frame, and what they put out leaves at its frame, one cycle later")
  func frames() async throws {
    try await IsolatedKeys.run { bench in
      let ears = bench.ears
      try bench.tarmac.wait("the ways of MIDI") {
        ears.connections(of: "rig:far_midi_in") == ["keys:midi_out"]
          && ears.connections(of: "rig:far_midi_out") == ["organ:midi_in"]
      }
      let isExact = try FragileRig.attempt("far", of: bench.tarmac) {
        try bench.release()
        _ = bench.organ.takeHeard()
        // This gate opens and closes a part of a cycle too early, but for notes at its first frame.
        let notes = [
          TimedMIDI(512, [0x90, 60, 100]), TimedMIDI(1_280, [0x80, 60, 0]),
          TimedMIDI(2_000, [0x90, 64, 1]), TimedMIDI(2_001, [0x80, 64, 0]),
        ]
        let take = try bench.keys.play(notes, heardBy: ears, frames: 4_096)
        let heard = take.channels[0]
        let sounding = heard.indices.prefix(2_048 + Self.roundTrip).filter { heard[$0] == 0.5 }
        let played = bench.organ.takeHeard().filter { $0.bytes[0] != 0xb0 }.map { message in
          TimedMIDI(UInt32(max(0, take.position(of: message.frame) ?? 0)), message.bytes)
        }
        let later = UInt32(Self.roundTrip)
        return Array(sounding.prefix(768)) == Array(512 + Self.roundTrip..<1_280 + Self.roundTrip)
          && played == [
            TimedMIDI(later &+ 512, [0x90, 60, 100]), TimedMIDI(later &+ 512, [0x90, 67, 100]),
            TimedMIDI(later &+ 1_280, [0x80, 60, 0]), TimedMIDI(later &+ 1_280, [0x80, 67, 0]),
            TimedMIDI(later &+ 2_000, [0x90, 64, 1]), TimedMIDI(later &+ 2_000, [0x90, 71, 1]),
            TimedMIDI(later &+ 2_001, [0x80, 64, 0]), TimedMIDI(later &+ 2_001, [0x80, 71, 0]),
          ]
      }
      #expect(isExact)
      #expect(try bench.tarmac.session("far").midi?.lostMessages == 0)
    }
  }

  @Test("ends its notes when its session falls silent, and takes none until it sounds again")
  func suspension() async throws {
    try await IsolatedKeys.run { bench in
      let tarmac = bench.tarmac
      try bench.press(50) { try bench.organNotes() == [50, 57] && bench.hears(0.5) }
      _ = try tarmac.ask(DeactivateRequest(session: "far", notifyOthers: false))
      try tarmac.wait("silence") { try bench.hears(0) }
      try tarmac.wait("the end of its notes") { bench.organNotes().isEmpty }
      bench.keys.send([TimedMIDI(0, [0x93, 40, 90])])
      try tarmac.wait("the stale note to be sent") { bench.keys.isDone }
      try bench.ears.wait(frames: 4_096)
      let before = try tarmac.session("far")
      _ = try tarmac.ask(ActivateRequest(session: "far"))
      try tarmac.wait("the graph to run, and to be heard") {
        let now = try tarmac.session("far")
        return now.plugins[0].runs > before.plugins[0].runs + 40 && now.calls > before.calls + 10
      }
      // Neither the held note nor the note that arrived meanwhile is on.
      #expect(try bench.ears.capture(frames: 9_600)[0].allSatisfy { $0 == 0 })
      #expect(bench.organNotes().isEmpty)
      try bench.press(50) { try bench.organNotes() == [50, 57] && bench.hears(0.5) }
    }
  }

  @Test("leaves no note hanging after a crash, here or elsewhere, and plays again")
  func crash() async throws {
    try await IsolatedKeys.run { bench in
      let tarmac = bench.tarmac
      for losses in 1...3 {
        try bench.press(50) { try bench.organNotes() == [50, 57] && bench.hears(0.5) }
        _ = try tarmac.ask(SetRequest(path: "far.fragile.rude", value: "\(losses)"))
        try tarmac.wait("the loss") { try tarmac.session("far").isolation?.losses == losses }
        try tarmac.wait("the end of its notes") { bench.organNotes().isEmpty }
        try bench.waitUntilUp()
        #expect(try bench.ears.capture(frames: 9_600)[0].allSatisfy { $0 == 0 })
        #expect(bench.organNotes().isEmpty)
      }
      try bench.press(52) { try bench.organNotes() == [52, 59] && bench.hears(0.5) }
    }
  }

  @Test("gets ports, other ways and none by reloads, while its process goes on")
  func reload() async throws {
    let through = "source -> fragile, fragile -> out"
    let plain = IsolatedKeys.preset(midi: "", connections: through)
    try await IsolatedKeys.run(plain) { bench in
      let (tarmac, ears) = (bench.tarmac, bench.ears)
      let process = try tarmac.session("far").isolation?.process
      try tarmac.wait("sound") { try bench.hears(0.5) }
      #expect(ears.ports(matching: "^rig.*midi").isEmpty)
      let heard = try ears.capture(tail: 4_800) {
        let both = "midi: { input: \"keys:midi_out\", output: \"organ:midi_in\" }"
        try tarmac.reload(IsolatedKeys.preset(midi: both, connections: through))
        try bench.waitUntilUp()
        try bench.press(60) { bench.organNotes() == [60] }
        let rich = through + ", midi -> fifths, fifths -> midi"
        try tarmac.reload(IsolatedKeys.preset(midi: both, connections: rich))
        try bench.press(61) { bench.organNotes().isSuperset(of: [61, 68]) }
        #expect(
          ears.ports(matching: "^rig.*midi") == ["rig:far_midi_in", "rig:far_midi_out"]
        )
        try tarmac.reload(IsolatedKeys.preset(midi: "midi: { input: on }", connections: rich))
        try tarmac.wait("fewer ports") {
          ears.ports(matching: "^rig.*midi") == ["rig:far_midi_in"]
        }
        try tarmac.wait("no keys") { ears.connections(of: "rig:far_midi_in").isEmpty }
        try tarmac.reload(plain)
        try tarmac.wait("no ports") { ears.ports(matching: "^rig.*midi").isEmpty }
      }
      // A late block is silent.
      #expect(heard[0].allSatisfy { $0 == 0.5 || $0 == 0 })
      try tarmac.wait("sound") { try bench.hears(0.5) }
      let isolation = try #require(try tarmac.session("far").isolation)
      #expect(isolation.process == process && isolation.losses == 0)
    }
  }

  /// The same synthesiser twice, with the same keyboard.
  private static let twins = """
    tarmac: 1
    routes:
      one: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      two: { role: headphones, ports: [ "ears:in_3", "ears:in_4" ] }
    sessions:
      near:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        midi: { input: "keys:midi_out" }
        graph: [ { plugin: "\(IsolatedKeys.examples)/eg-fifths" }, { plugin: "URI" } ]
        sends: [ { to: one } ]
      far:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        isolation: process
        midi: { input: "keys:midi_out" }
        graph: [ { plugin: "\(IsolatedKeys.examples)/eg-fifths" }, { plugin: "URI" } ]
        sends: [ { to: two } ]
    """

  @Test(
    "plays a real synthesiser as in the rig's process, sample by sample, one cycle later",
    arguments: ["http://drobilla.net/plugins/mda/EPiano", "http://drobilla.net/plugins/mda/DX10"]
  )
  func synthesiser(uri: String) async throws {
    let preset = Self.twins.replacing("URI", with: uri)
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 4)
      let keys = try Musician("keys", on: server)
      defer {
        ears.close()
        keys.close()
      }
      try tarmac.wait("the rig to be connected") {
        (1...4).allSatisfy { ears.connections(of: ears.input($0)).count == 1 }
          && ears.connections(of: "rig:near_midi_in") == ["keys:midi_out"]
          && ears.connections(of: "rig:far_midi_in") == ["keys:midi_out"]
      }
      try tarmac.wait("both to run") {
        try ["near", "far"].allSatisfy { try tarmac.session($0).plugins[1].runs > 40 }
      }
      let isSame = try FragileRig.attempt("far", of: tarmac) {
        try tarmac.wait("silence") {
          try ears.capture(frames: 64).allSatisfy { $0.allSatisfy { $0 == 0 } }
        }
        let notes = [
          TimedMIDI(1_000, [0x90, 60, 110]), TimedMIDI(9_777, [0x90, 55, 80]),
          TimedMIDI(20_001, [0x80, 60, 0]), TimedMIDI(30_000, [0x80, 55, 0]),
        ]
        let heard = try keys.play(notes, heardBy: ears, frames: 48_000).channels
        // This synthesiser takes events at their frame.
        return (0...1).allSatisfy { channel in
          heard[channel].firstIndex { $0 != 0 } == 1_000 && heard[channel].contains { $0 > 0.1 }
            && heard[channel].dropLast(Self.roundTrip)
              == heard[channel + 2].dropFirst(Self.roundTrip)
        }
      }
      #expect(isSame)
    }
  }
}
