// SPDX-License-Identifier: Apache-2.0
// Signals that a test can recognise sample by sample.

import JACKTestBench
import Quantities
import SoundFiles

/// A small deterministic source of numbers (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `count` samples between -1 and 1.
  mutating func samples(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }

  /// `count` samples of any finite bit pattern: denormals, negative zeros, huge ones.
  mutating func patterns(_ count: Int) -> [Float] {
    (0..<count).map { _ in
      while true {
        let sample = Float(bitPattern: UInt32.random(in: 0...(.max), using: &self))
        if sample.isFinite { return sample }
      }
    }
  }
}

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
