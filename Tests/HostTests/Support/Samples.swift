// SPDX-License-Identifier: Apache-2.0
// Signals that a test can recognise sample by sample, and files of them.

import Foundation
import Quantities
import SoundFiles

/// A file whose samples carry their own index: sample `i` is `(i + 1) / 2^23`, exact in a float.
enum CountingFile {
  static let scale: Float = 8_388_608

  static func samples(_ count: Int) -> [Float] {
    (0..<count).map { Float($0 + 1) / scale }
  }

  /// The index of a sample in the file.
  static func index(of sample: Float) -> Int {
    Int((sample * scale).rounded()) - 1
  }
}

extension URL {
  /// Writes a sound file of one channel at 48 kHz into this folder.
  func write(_ samples: [Float], as name: String) throws {
    let rate = SampleRate(hertz: 48_000)
    try SoundFile.write([samples], to: appending(path: name).path, rate: rate)
  }
}
