// SPDX-License-Identifier: Apache-2.0
// A rig's life: reloads, recordings, its end.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import SeededNumbers
import SoundFiles
import Testing

@Suite("A live rig's life", .serialized)
struct RigLifeTests {
  /// Presets that must be refused, from harmless to hostile.
  private static let badPresets = [
    "tarmac: 1\nroutes: [",
    "tarmac: 1\ntarmac: 1\n",
    "tarmac: 1\nroutse: {}\n",
    "tarmac: 2\n",
    "\u{0}\u{1}\u{2}",
    String(repeating: "[", count: 900_000),
    "tarmac: 1\nsessions: { a: { graph: [ { plugin: \"urn:not:there\" } ] } }\n",
    "tarmac: 1\nsessions: { a: { sends: [ { to: nowhere } ] } }\n",
    "tarmac: 1\nsessions: { a: { source: { player: missing.wav } } }\n",
    "tarmac: 1\nsessions: { a: { category: ambient, mode: measurement } }\n",
    "tarmac: 1\nsessions: { a: { source: { player: log } } }\n",
  ]

  @Test("goes on unchanged, sample for sample, when a bad preset is to be loaded")
  func badReloads() async throws {
    try await RunningTarmac.runStreams { tarmac, source, ears in
      let before = try tarmac.session("show")
      var numbers = SeededNumbers(seed: 6)
      let noise = numbers.samples(48_000 * 30)
      let heard = try source.play([noise], heardBy: ears, tail: 48_000) {
        for (index, text) in RigLifeTests.badPresets.enumerated() {
          let file = tarmac.folder.appending(path: "bad\(index).yaml")
          try text.write(to: file, atomically: true, encoding: .utf8)
          let error = try #require(throws: ControlClientError.self) {
            try tarmac.ask(ReloadRequest(preset: file.path))
          }
          guard case .refused(let refusal) = error else {
            Issue.record("preset \(index): \(error)")
            continue
          }
          #expect(refusal.code == .invalidParams, "preset \(index)")
          #expect(!refusal.message.isEmpty, "preset \(index)")
        }
        for path in ["/", tarmac.folder.appending(path: "nothing.yaml").path] {
          #expect(throws: ControlClientError.self) { try tarmac.ask(ReloadRequest(preset: path)) }
        }
      }
      #expect(heard[0] == Array(noise.prefix(heard[0].count)))
      let after = try tarmac.session("show")
      #expect((after.state, after.category) == (before.state, before.category))
    }
  }

  @Test("takes over a changed preset: what stays goes on without a gap, what is new sounds")
  func goodReload() async throws {
    try await RunningTarmac.runStreams { tarmac, source, ears in
      _ = try tarmac.ask(SetRequest(path: "booth.fader_db", value: "-6"))
      var numbers = SeededNumbers(seed: 7)
      let noise = numbers.samples(48_000 * 30)
      let file = tarmac.folder.appending(path: "rig.yaml")
      let extra = """

          extra:
            category: playback
            options: [ mixWithOthers ]
            active: true
            source: { jack: [ "source:out_2" ] }
            sends: [ { to: booth, channels: [ 1, 2 ] } ]
        """
      try (TestPreset.streams + extra).write(to: file, atomically: true, encoding: .utf8)
      let through = try source.play([noise], heardBy: ears, tail: 48_000) {
        for _ in 0..<20 { _ = try tarmac.ask(ReloadRequest()) }
      }
      #expect(through[0] == Array(noise.prefix(through[0].count)))
      try tarmac.wait("the new session") { ears.connections(of: "rig:extra") == ["source:out_2"] }
      // Its gate may still be opening.
      try ears.wait(frames: 2_048)
      let half = LinearGain(Decibels(-6)).factor
      let tone = numbers.samples(5000)
      let silence = [Float](repeating: 0, count: 5000)
      let heard = try source.play([silence, tone], heardBy: ears)
      #expect(heard[4] == tone.map { $0 * half })
      #expect(heard[5] == heard[4])
      try TestPreset.streams.write(to: file, atomically: true, encoding: .utf8)
      _ = try tarmac.ask(ReloadRequest())
      #expect(try tarmac.ask(SessionListRequest()).map(\.name) == ["show"])
      try tarmac.wait("the port to go") { ears.ports(matching: "rig:extra").isEmpty }
    }
  }

  @Test("leaves a recording that opens, and lacks a second at most, when it is killed")
  func recorder() async throws {
    try await RunningTarmac.run(TestPreset.streams) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 4)
      let files = ["line.wav", "show.flac"].map { tarmac.folder.appending(path: $0).path }
      let line = try tarmac.ask(RecordStartRequest(subject: "line", file: files[0]))
      #expect(line.overrun_frames == 0)
      _ = try tarmac.ask(RecordStartRequest(subject: "show", file: files[1]))
      let start = source.frames
      try source.wait(frames: 48_000 * 4)
      var reported = 0
      try tarmac.wait("the files to follow") {
        let due = source.frames - start - 24_000
        let lengths = try tarmac.ask(StatusRequest()).recordings.map(\.length_seconds)
        reported = Int((48_000 * (lengths.min() ?? 0)).rounded())
        return lengths.count == 2 && reported >= due
      }
      tarmac.end(SIGKILL)
      for file in files {
        let (channels, rate) = try SoundFile.read(file)
        #expect(rate == SampleRate(hertz: 48_000))
        // A block of FLAC, and the part of the next one that the encoder holds back.
        #expect(channels[0].count >= reported - 4_608, "\(file)")
      }
      #expect(try SoundFile.read(files[0]).channels.count == 2)
      #expect(try SoundFile.read(files[1]).channels.count == 4)
      source.close()
    }
  }

  @Test(
    "completes a recording sample for sample, and leaves the session that it records as it is",
    .proves("ACT-A3", at: .live)
  )
  func wholeRecording() async throws {
    try await RunningTarmac.runStreams { tarmac, source, ears in
      let file = tarmac.folder.appending(path: "line.wav").path
      let before = try tarmac.session("show")
      _ = try tarmac.ask(RecordStartRequest(subject: "line", file: file))
      let during = try tarmac.session("show")
      #expect(during.category == before.category && during.mode == before.mode)
      #expect(during.options == before.options && during.state == before.state)
      var numbers = SeededNumbers(seed: 8)
      let noise = numbers.samples(30_000)
      let silence = [Float](repeating: 0, count: 30_000)
      _ = try source.play([silence, silence, noise, silence], heardBy: ears)
      let status = try tarmac.ask(RecordStopRequest(subject: "line"))
      let left = try SoundFile.read(file).channels[0]
      #expect(Double(left.count) / 48_000 == status.length_seconds)
      let first = try #require(left.firstIndex { $0 != 0 })
      #expect(Array(left[first..<min(first + noise.count, left.count)]) == noise)
      #expect(throws: ControlClientError.self) {
        try tarmac.ask(RecordStartRequest(subject: "line", file: file))
      }
    }
  }

  @Test("ends at Ctrl-C with exit code 0, without a click, and takes its socket and ports along")
  func ends() async throws {
    try await RunningTarmac.runStreams { tarmac, source, ears in
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].last == 1 }
      let heard = try ears.capture(tail: 4_800) { tarmac.end(SIGINT) }[0]
      #expect(tarmac.exitStatus == 0)
      #expect(heard.first == 1)
      #expect(heard.last == 0)
      #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 - $1 >= 0 && $0 - $1 <= 1 / 900 })
      #expect(ears.ports(matching: "^rig:").isEmpty)
      let socket = tarmac.folder.appending(path: "tarmac/rig.sock").path
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }
}
