// SPDX-License-Identifier: Apache-2.0
// Files that ffmpeg decodes as a caged child: to the frame, live and offline.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SeededNumbers
import SoundFiles
import Testing

@Suite("A file of a format that ffmpeg decodes", .serialized)
struct ForeignFileTests {
  /// 16 bits, so that nothing is lost where nothing need be.
  private static func sine(_ frames: Range<Int>) -> [Float] {
    frames.map { (Float(sin(2 * .pi * 440 * Double($0) / 48_000)) * 16_384).rounded() / 32_768 }
  }

  @Test("is joined to the frame: a sine in twenty M4A files")
  func joins() throws {
    let place = try MusicPlace()
    var numbers = SeededNumbers(seed: 11)
    var (start, ends) = (0, [Int]())
    for index in 0..<20 {
      let end = start + Int.random(in: 2_000...9_000, using: &numbers) * 2 + 1
      let number = index < 10 ? "0\(index)" : "\(index)"
      try place.encode(Self.sine(start..<end), "\(number).m4a", ["-c:a", "aac", "-b:a", "192k"])
      start = end
      ends.append(end)
    }
    // A sandbox starts no other program, so that they are decoded before.
    let early = try place.tarmac("render", "rig.yaml", "--seconds", "1", "--out", "early")
    #expect(early.errors.contains("`tarmac files scan` on it first"))
    #expect(try place.tarmac("files", "scan", "music").status == 0)
    let heard = try place.render(Double(start + 10_000) / 48_000)
    #expect(heard.lastIndex { $0 != 0 } == start - 1)
    let signal = Self.sine(0..<start)
    let edges = Set(ends.flatMap { ($0 - 1_024)..<($0 + 1_024) })
    var (inside, atEnds): (Float, Float) = (0, 0)
    // The first half a millisecond is faded in.
    for (frame, sample) in signal.enumerated().dropFirst(24) {
      let error = abs(heard[frame] - sample)
      if edges.contains(frame) { atEnds = max(atEnds, error) } else { inside = max(inside, error) }
    }
    print("FIGURE M4A: at most \(inside) off the signal, \(atEnds) at the ends of files")
    #expect(inside < 0.05)
  }

  @Test(
    "loses nothing where the format loses nothing",
    arguments: [
      ("a.m4a", ["-c:a", "alac"]), ("a.wv", ["-c:a", "wavpack", "-sample_fmt", "s16p"]),
      ("a.mka", ["-c:a", "flac", "-sample_fmt", "s16"]),
      ("a.tta", ["-c:a", "tta", "-sample_fmt", "s16"]),
    ]
  )
  func lossless(_ name: String, _ options: [String]) throws {
    let place = try MusicPlace()
    let signal = Self.sine(0..<70_001)
    try place.encode(signal, name, options)
    #expect(try place.tarmac("files", "scan", "music").status == 0)
    let heard = try place.render(2)
    // The first half a millisecond is faded in.
    #expect(Array(heard[24..<70_001]) == Array(signal[24...]))
    #expect(heard[70_001...].allSatisfy { $0 == 0 })
  }

  @Test(
    "is played at its length",
    arguments: [
      ("a.wma", ["-c:a", "wmav2"]), ("a.webm", ["-c:a", "libopus"]), ("a.aac", ["-c:a", "aac"]),
      ("a.mp4", ["-c:a", "aac", "-f", "mp4"]), ("a.avi", ["-c:a", "pcm_s16le"]),
    ]
  )
  func lossy(_ name: String, _ options: [String]) throws {
    let place = try MusicPlace()
    try place.encode(Self.sine(0..<96_000), name, options)
    let scan = try place.tarmac("files", "scan", "music", "--json")
    #expect(scan.status == 0, "\(scan.output)")
    let heard = try place.render(3)
    let sounding = heard.count { abs($0) > 0.05 }
    #expect((80_000...100_000).contains(sounding), "\(name): \(sounding)")
  }

  @Test("is decoded in a cage that reads the file and nothing else")
  func cage() throws {
    let place = try MusicPlace()
    try place.write("a secret", to: "secret")
    try place.encode(Self.sine(0..<48_000), "a.m4a", ["-c:a", "aac"])
    func caged(_ command: String) throws -> (status: Int32, output: String, errors: String) {
      let program = RunningTarmac.program.path
      let script = "exec \(program) caged /bin/bash -c '\(command)' 3<music/a.m4a"
      return try place.run(["bash", "-c", script])
    }
    #expect(try caged("echo here").output == "here\n")
    #expect(try caged("read -rn 8 head <&3; [[ $head == *ftyp* ]] && echo yes").output == "yes\n")
    let secret = place.path("secret")
    for command in [
      "read -r line <\(secret) && echo $line", "echo x >\(place.path("new")) && echo done",
      "exec 5<>/dev/tcp/127.0.0.1/80 && echo done", "ls / && echo done",
      "kill -0 $PPID && echo done",
      "read -r line </etc/passwd && echo $line",
    ] {
      let outcome = try caged(command)
      #expect(outcome.output.isEmpty && outcome.status != 0, "\(command): \(outcome.output)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("new")))
  }

  @Test("is refused with line and column where ffmpeg is missing, and left out of a list")
  func missing() throws {
    let place = try MusicPlace()
    try place.encode(Self.sine(0..<48_000), "a.m4a", ["-c:a", "aac"])
    try place.write(
      """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        deck:
          category: playback
          source: { player: music/a.m4a, channels: 1 }
          sends: [ { to: main } ]
      """,
      to: "one.yaml"
    )
    #expect(try place.tarmac("preset", "check", "one.yaml").status == 0)
    let nowhere = ["PATH": "/nonexistent", "XDG_CACHE_HOME": place.path("empty")]
    let check = try place.run(
      [RunningTarmac.program.path, "preset", "check", "one.yaml"],
      nowhere
    )
    #expect(check.status == 65)
    #expect(check.errors.contains("one.yaml:6:23: "), "\(check.errors)")
    #expect(check.errors.contains("AAC (m4a), which needs the program ffmpeg: install it"))
    let scan = try place.run([RunningTarmac.program.path, "files", "scan", "music"], nowhere)
    #expect(scan.status == 1)
    #expect(scan.output.contains("install it (`apt install ffmpeg`)"))
  }

  @Test("is heard live, in a list beside others")
  func live() async throws {
    let place = try MusicPlace()
    try place.encode(Self.sine(0..<48_000 * 4), "1.m4a", ["-c:a", "aac", "-metadata", "title=One"])
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
      sessions:
        deck:
          category: playback
          active: true
          source: { playlist: music, channels: 1 }
          sends: [ { to: main } ]
      """
    func files(in folder: URL) throws {
      try FileManager.default.moveItem(
        at: place.folder.appending(path: "music"),
        to: folder.appending(path: "music")
      )
      try folder.write([Float](repeating: 0.75, count: 48_000 * 30), as: "music/2.wav")
    }
    try await RunningTarmac.run(preset, files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try tarmac.wait("the M4A") {
        let heard = try ears.capture(frames: 4_800)[0]
        return abs((heard.max() ?? 0) - 0.5) < 0.02 && abs((heard.min() ?? 0) + 0.5) < 0.02
      }
      #expect(try tarmac.get("deck.sources.source.title") == "One")
      try tarmac.wait("the WAV behind it") {
        try ears.capture(frames: 256)[0].allSatisfy { abs($0 - 0.75) < 1e-4 }
      }
    }
  }
}
