// SPDX-License-Identifier: Apache-2.0
// Decks that play files, and a second client that hears them.

import Foundation
import JACKTestBench

/// A rig whose decks play.
enum SoundingDecks {
  /// Runs `body` beside a preset with `files` once the last of the outputs `ears:in_1` and so on
  /// carries something.
  static func run(
    _ preset: String,
    outputs: Int,
    files: (URL) throws -> Void,
    _ body: (RunningTarmac, Listener) throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset, files: files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: outputs)
      defer { ears.close() }
      try tarmac.wait("sound") {
        try ears.capture(frames: 256)[outputs - 1].allSatisfy { $0 > 0 }
      }
      try body(tarmac, ears)
    }
  }
}
