// SPDX-License-Identifier: Apache-2.0
// A live deck whose samples say where in its file they are, and what hears it.

import Foundation
import JACKTestBench

/// A deck that plays a minute of `CountingFile`, heard by a second JACK client.
enum CountingDeck {
  static let preset = """
    tarmac: 1
    surfaces: { osc: { port: 0 } }
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      one: { role: dj, source: { player: count.wav, channels: 1 }, sends: [ { to: main } ] }
    """

  /// Writes its file into the folder of a preset.
  static func write(to folder: URL) throws {
    try folder.write(CountingFile.samples(48_000 * 60), as: "count.wav")
  }

  /// Runs `body` once the deck is heard.
  static func run(
    _ preset: String = Self.preset,
    _ body: (LiveDeck, Listener) throws -> Void
  ) async throws {
    try await SoundingDecks.run(preset, outputs: 1, files: write) { tarmac, ears in
      try body(LiveDeck(tarmac: tarmac, session: "one"), ears)
    }
  }
}

extension CountingFile {
  /// The lengths of the ways back among frames of the file.
  static func turns(_ frames: some Collection<Int>) -> Set<Int> {
    Set(zip(frames, frames.dropFirst()).filter { $1 != $0 + 1 }.map { $0 - $1 + 1 })
  }
}

extension Listener {
  /// The frames of a `CountingFile` that are heard from now on.
  func counted(_ count: Int) throws -> [Int] {
    try capture(frames: count)[0].map(CountingFile.index)
  }
}
