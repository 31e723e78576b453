// SPDX-License-Identifier: Apache-2.0
// Files that hold no sound are found when a preset is checked, not when somebody wants to hear
// them.

import Foundation
import Testing

@Suite("Sound files of a preset")
struct SoundFileCheckTests {
  /// What looks like a sound file by its name.
  private static let fakes: [(name: String, bytes: [UInt8])] = [
    ("list.m3u", Array("#EXTM3U\n/music/one.flac\n".utf8)),
    ("notes.wav", Array("Remember to record the set.\n".utf8)),
    // The header of an AAC stream (ADTS).
    ("song.aac", [0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc] + Array(repeating: 0x5a, count: 400)),
    ("nothing.flac", []),
  ]

  /// A second of silence as WAV with 16 bits.
  private static var silence: Data {
    func word(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let bytes: UInt32 = 96_000
    let format: [UInt8] = [1, 0, 1, 0] + word(48_000) + word(96_000) + [2, 0, 16, 0]
    let head =
      Array("RIFF".utf8) + word(36 + bytes) + Array("WAVEfmt ".utf8) + word(16) + format
      + Array("data".utf8) + word(bytes)
    return Data(head) + Data(count: Int(bytes))
  }

  @Test("are named with their line when they can't be played, and only then")
  func check() async throws {
    try await Tool.withTemporaryFolder { folder in
      for (name, bytes) in Self.fakes {
        try Data(bytes).write(to: folder.appending(path: name))
      }
      try Self.silence.write(to: folder.appending(path: "good.wav"))
      let names = ["good.wav"] + Self.fakes.map(\.name)
      let preset =
        """
        tarmac: 1
        routes: { main: { role: lineOut, channels: 2 } }
        sessions:

        """
        + names.enumerated().map { number, name in
          """
            s\(number):
              role: player
              source: { player: \(name) }
              sends: [ { to: main } ]

          """
        }.joined()
      let file = folder.appending(path: "rig.yaml")
      try preset.write(to: file, atomically: true, encoding: .utf8)
      let outcome = try await Tool.tarmac("preset", "check", file.path)
      #expect(outcome.status == 65)
      let complaints = outcome.complaints.filter { $0.contains("can't be played") }
      #expect(complaints.count == Self.fakes.count)
      for (index, complaint) in complaints.enumerated() {
        // The player of the n-th session is in line 6 + 4n.
        #expect(complaint.hasPrefix("\(file.path):\(6 + 4 * (index + 1)):23: the file"))
        #expect(complaint.contains(Self.fakes[index].name))
      }
    }
  }
}
