// SPDX-License-Identifier: Apache-2.0
// A sound file for decks.

import Foundation
import Quantities
import SeededNumbers
import SoundFiles

/// Ten seconds of stereo noise.
enum NoiseFile {
  static func write(to url: URL) throws {
    var numbers = SeededNumbers(seed: 10)
    let channels = (0..<2).map { _ in numbers.samples(480_000).map { $0 * 0.1 } }
    try SoundFile.write(channels, to: url.path, rate: SampleRate(hertz: 48_000))
  }
}
