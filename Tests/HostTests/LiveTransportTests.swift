// SPDX-License-Identifier: Apache-2.0
// Bars, beats and tempo of a live rig: its own, JACK's, and as JACK's timebase master.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("The transport of a live rig", .serialized)
struct LiveTransportTests {
  private static func preset(_ transport: String) -> String {
    """
    tarmac: 1
    \(transport)
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      clicks:
        category: playback
        active: true
        graph: [ { plugin: "http://lv2plug.in/plugins/eg-metro" } ]
        sends: [ { to: main } ]
      echo:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "nobody:out_1", "nobody:out_2" ] }
        graph:
          - { plugin: "http://calf.sourceforge.net/plugins/ReverseDelay", id: delay }
          - { plugin: "urn:ardour:a-delay" }
          - { plugin: "http://guitarix.sourceforge.net/plugins/gx_digital_delay_#_digital_delay_" }
        sends: [ { to: main } ]
    """
  }

  /// The frames at which clicks begin: after at least 1,000 frames of silence.
  private func clicks(in samples: [Float]) -> [Int] {
    var quiet = 0
    return samples.indices.filter { frame in
      let isQuiet = abs(samples[frame]) < 1e-4
      defer { quiet = isQuiet ? quiet + 1 : 0 }
      return !isQuiet && quiet > 1_000
    }
  }

  private func tempoControl(_ tarmac: RunningTarmac) throws -> [String] {
    try tarmac.ask(GetRequest(path: "echo.delay")).filter { $0.path.hasSuffix("bpm_host") }
      .map(\.value)
  }

  @Test("is the rig's own: rolls from the start, stops, goes to a bar, changes its tempo")
  func own() async throws {
    let preset = Self.preset("transport: { source: own, tempo_bpm: 240, meter: 3/4 }")
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("clicks") { try ears.capture(frames: 24_000)[0].contains { abs($0) > 0.1 } }
      let beats = clicks(in: try ears.capture(frames: 72_000)[0])
      #expect(beats.count >= 5)
      for (one, next) in zip(beats, beats.dropFirst()) { #expect(abs(next - one - 12_000) <= 2) }

      let stopped = try tarmac.ask(TransportSetRequest(isRolling: false))
      #expect(!stopped.isRolling && stopped.source == "own" && stopped.meter == "3/4")
      try tarmac.wait("silence") {
        try ears.capture(frames: 24_000)[0].allSatisfy { abs($0) < 1e-4 }
      }
      let placed = try tarmac.ask(TransportSetRequest(bar: 5, tempo_bpm: 120, meter: "4/4"))
      #expect(placed.bar == 5 && placed.beat == 1 && placed.tempo_bpm == 120)
      #expect(placed.position_seconds == 8)
      let rolling = try tarmac.ask(TransportSetRequest(isRolling: true))
      #expect(rolling.isRolling && rolling.position_seconds >= 8)
      let slower = clicks(in: try ears.capture(frames: 120_000)[0])
      #expect(slower.count >= 3)
      for (one, next) in zip(slower, slower.dropFirst()) {
        #expect(abs(next - one - 24_000) <= 2)
      }
      #expect(throws: (any Error).self) { try tarmac.ask(TransportSetRequest(tempo_bpm: 4)) }
      ears.close()
    }
  }

  @Test("is JACK's, with the tempo of whoever counts its beats, else with that of the preset")
  func jack() async throws {
    let preset = Self.preset("transport: { source: jack, tempo_bpm: 90 }")
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      let master = try Musician("master", on: server)
      #expect(try ears.capture(frames: 24_000)[0].allSatisfy { abs($0) < 1e-4 })
      let standing = try tarmac.ask(TransportShowRequest())
      #expect(!standing.isRolling && standing.tempo_bpm == 90 && !standing.hasOtherTimebaseMaster)
      #expect(try tempoControl(tarmac) == ["90"])

      master.locate(480_000)
      #expect(master.countBeats(tempo: 240))
      master.roll(true)
      try tarmac.wait("the other program's beats") {
        let seen = try tarmac.ask(TransportShowRequest())
        return seen.isRolling && seen.tempo_bpm == 240 && seen.position_frames > 480_000
      }
      #expect(try tarmac.ask(TransportShowRequest()).hasOtherTimebaseMaster)
      try tarmac.wait("the plugin's tempo") { try tempoControl(tarmac) == ["240"] }
      let beats = clicks(in: try ears.capture(frames: 72_000)[0])
      #expect(beats.count >= 5)
      for (one, next) in zip(beats, beats.dropFirst()) { #expect(abs(next - one - 12_000) <= 60) }
      #expect(throws: (any Error).self) { try tarmac.ask(TransportSetRequest(tempo_bpm: 100)) }

      let stopped = try tarmac.ask(TransportSetRequest(isRolling: false))
      #expect(!stopped.isRolling)
      try tarmac.wait("everybody to hear of it") { !master.transport.isRolling }
      _ = try tarmac.ask(TransportSetRequest(position_seconds: 2))
      #expect(master.transport.frame == 96_000)
      ears.close()
      master.close()
    }
  }

  @Test("is JACK's with beats counted by the rig, for all programs")
  func timebase() async throws {
    let text = "transport: { source: jack, tempo_bpm: 100, meter: 6/8, timebase: on }"
    try await RunningTarmac.run(Self.preset(text)) { tarmac, server in
      let other = try Musician("other", on: server)
      other.roll(true)
      try tarmac.wait("the beats") { other.transport.tempo == 100 }
      #expect(other.transport.beatsPerBar == 6)
      #expect(try tarmac.ask(TransportShowRequest()).isTimebaseMaster)
      other.roll(false)
      try tarmac.wait("a stop") { !other.transport.isRolling }
      // Ten seconds at 100 beats a minute are 16 2/3 beats: the 3rd bar of six and 4 2/3 beats.
      other.locate(480_000)
      try tarmac.wait("the place") {
        let seen = other.transport
        return seen.frame == 480_000 && seen.bar == 3 && abs(seen.beat - 5.667) < 0.01
      }
      #expect(try tarmac.ask(TransportSetRequest(tempo_bpm: 120, meter: "4/4")).tempo_bpm == 120)
      try tarmac.wait("the new tempo") { other.transport.tempo == 120 }
      #expect(other.transport.beatsPerBar == 4)
      // The same while it rolls, and from the beat where it is.
      other.roll(true)
      try tarmac.wait("a start") { other.transport.isRolling }
      #expect(try tarmac.ask(TransportSetRequest(tempo_bpm: 200)).tempo_bpm == 200)
      try tarmac.wait("the last tempo") { other.transport.tempo == 200 }
      for _ in 0..<20 {
        let (seen, ours) = (other.transport, try tarmac.ask(TransportShowRequest()))
        let bar = try #require(ours.bar)
        let beat = try #require(ours.beat)
        let frames = ours.position_frames - Int(seen.frame)
        let beats = Double(bar - seen.bar) * 4 + beat - seen.beat
        #expect(abs(beats - Double(frames) * 200 / (60 * 48_000)) < 0.005, "\(seen) \(ours)")
      }
      other.close()
    }
  }

  @Test("keeps beats in their bar, whatever another program counts")
  func astray() async throws {
    try await RunningTarmac.run(Self.preset("transport: { source: jack }")) { tarmac, server in
      let master = try Musician("master", on: server)
      defer { master.close() }
      for beats in [9.0, -7] {
        #expect(master.countBeats(tempo: 100 + beats, astrayBy: beats))
        try tarmac.wait("its tempo") {
          try tarmac.ask(TransportShowRequest()).tempo_bpm == 100 + beats
        }
        let seen = try tarmac.ask(TransportShowRequest())
        let beat = try #require(seen.beat)
        #expect((1...5).contains(beat), "\(beat)")
      }
    }
  }

  @Test("is another one after a reload, and keeps a tempo that its user has set")
  func reload() async throws {
    let own = Self.preset("transport: { source: own, tempo_bpm: 100 }")
    try await RunningTarmac.runByClock(own) { tarmac in
      #expect(try tarmac.ask(TransportSetRequest(tempo_bpm: 77)).tempo_bpm == 77)
      try tarmac.reload(own + "\n# the same\n")
      #expect(try tarmac.ask(TransportShowRequest()).tempo_bpm == 77)
      try tarmac.reload(Self.preset("transport: { source: own, tempo_bpm: 101 }"))
      #expect(try tarmac.ask(TransportSetRequest()).tempo_bpm == 101)
      try tarmac.reload(Self.preset("transport: { source: jack, tempo_bpm: 102 }"))
      let jack = try tarmac.ask(TransportSetRequest())
      #expect(jack.source == "jack" && !jack.isRolling && jack.tempo_bpm == 102)
      try tarmac.reload(Self.preset(""))
      let bare = try tarmac.ask(TransportSetRequest())
      #expect(bare.source == "jack" && bare.tempo_bpm == nil && bare.bar == nil)
    }
  }

  @Test("tells plugins when the server renders as fast as it can")
  func freewheel() async throws {
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
      sessions:
        drums:
          category: playback
          active: true
          graph: [ { plugin: "http://drumgizmo.org/lv2", id: kit } ]
          sends: []
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      let wheels = { try tarmac.ask(GetRequest(path: "drums.kit.lv2_freewheel")).map(\.value) }
      #expect(try wheels() == ["off"])
      ears.setFreewheel(true)
      try tarmac.wait("the plugin to know") { try wheels() == ["on"] }
      ears.setFreewheel(false)
      try tarmac.wait("the plugin to know of the end") { try wheels() == ["off"] }
      ears.close()
    }
  }
}
