// SPDX-License-Identifier: Apache-2.0
// Signals that a test can recognise sample by sample.

import JACKTestBench
import Quantities
import SoundFiles

/// A file's samples that tell their own place: sample `i` is `(i + 1) / 2^23`, exact in a float.
enum CountingFile {
  static let scale: Float = 8_388_608

  static func samples(_ count: Int) -> [Float] {
    (0..<count).map { Float($0 + 1) / scale }
  }

  /// The place of a sample in the file.
  static func place(of sample: Float) -> Int {
    Int((sample * scale).rounded()) - 1
  }
}

extension Listener {
  /// Plays `channels` of this client and returns what `ears` hears of them, from their very first frame on.
  func play(_ channels: [[Float]], heardBy ears: Listener) throws -> [[Float]] {
    let start = frameAhead()
    let frames = channels.map(\.count).max() ?? 0
    ears.beginCapture(frames: frames, from: start)
    play(channels, at: start)
    return try ears.endCapture()
  }
}
