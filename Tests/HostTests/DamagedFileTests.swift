// SPDX-License-Identifier: Apache-2.0
// Hundreds of damaged files of all formats: scanned, checked and played without a crash or a hang.

import Foundation
import SeededNumbers
import Testing

@Suite("Damaged sound files", .serialized)
struct DamagedFileTests {
  private static let formats: [(String, [String])] = [
    ("wav", ["-c:a", "pcm_s16le"]), ("aiff", []), ("au", []), ("caf", ["-c:a", "pcm_s24be"]),
    ("w64", []), ("flac", []), ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"]),
    ("mp3", ["-c:a", "libmp3lame", "-id3v2_version", "3"]),
    ("m4a", ["-c:a", "aac"]), ("mp4", ["-c:a", "alac"]), ("aac", ["-c:a", "aac"]),
    ("wma", ["-c:a", "wmav2"]), ("webm", ["-c:a", "libopus"]), ("wv", []),
  ]

  private static func damaged(
    _ bytes: [UInt8],
    _ turn: Int,
    _ numbers: inout SeededNumbers
  ) -> [UInt8] {
    var made = bytes
    let place = Int.random(in: 0..<made.count, using: &numbers)
    switch turn % 6 {
    case 0: made.removeSubrange(place...)
    case 1:
      // The head, where formats keep what they believe.
      for _ in 0..<8 { made[Int.random(in: 0..<min(400, made.count), using: &numbers)] ^= 0xFF }
    case 2:
      for _ in 0..<40 {
        made[Int.random(in: 0..<made.count, using: &numbers)] =
          UInt8.random(in: 0...255, using: &numbers)
      }
    case 3: made.removeSubrange(place..<min(place + 700, made.count))
    case 4: made.insert(contentsOf: made[..<min(900, made.count)], at: place)
    default:
      let start = min(place, max(0, min(made.count - 8, 600)))
      for index in start..<min(start + 8, made.count) { made[index] = [0, 0xFF, 0x7F][turn % 3] }
    }
    return made
  }

  @Test("of all formats are named, and crash, hang and swallow nothing")
  func corpus() throws {
    let place = try MusicPlace()
    var numbers = SeededNumbers(seed: 77)
    let signal = (0..<12_000).map { Float(sin(Double($0) / 9)) / 2 }
    var count = 0
    for (ending, options) in Self.formats {
      let tags = [
        "-metadata", "title=A title", "-metadata", "artist=Somebody", "-metadata",
        "replaygain_track_gain=-3.2 dB",
      ]
      try place.encode(signal, "whole.\(ending)", options + tags)
      let whole = place.path("music/whole.\(ending)")
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: whole)))
      try FileManager.default.removeItem(atPath: whole)
      for turn in 0..<30 {
        let damaged = Self.damaged(bytes, turn, &numbers)
        try Data(damaged).write(to: URL(filePath: place.path("music/\(turn).\(ending)")))
        count += 1
      }
    }
    #expect(count == 450)
    func limited(_ words: String) throws -> (status: Int32, output: String, errors: String) {
      // 4 GB of addresses, two minutes of computing.
      try place.run([
        "bash", "-c", "ulimit -v 4000000 -t 120; exec \(RunningTarmac.program.path) \(words)",
      ])
    }
    let scan = try limited("files scan music --json")
    #expect([0, 1].contains(scan.status), "\(scan.status): \(scan.errors.suffix(2_000))")
    let found = try JSONDecoder().decode(Scan.self, from: Data(scan.output.utf8)).files
    #expect(found.count == count)
    let bad = found.filter { $0.problem != nil }
    #expect(bad.allSatisfy { $0.problem?.contains($0.file) == true })
    print("FIGURE \(count) damaged files, of which \(bad.count) can't be read")
    #expect((20..<count - 20).contains(bad.count))
    let check = try limited("preset check rig.yaml")
    #expect(check.status == 0, "\(check.errors)")
    // All that can be played is played, in the sandbox.
    let render = try limited("render rig.yaml --seconds 100 --out heard")
    #expect(render.status == 0, "\(render.status): \(render.errors.suffix(2_000))")
  }

  private struct Scan: Decodable {
    var files: [File]

    struct File: Decodable {
      var file: String
      var problem: String?
    }
  }
}
