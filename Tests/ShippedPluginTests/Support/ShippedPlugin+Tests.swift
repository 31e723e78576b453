// SPDX-License-Identifier: Apache-2.0
// Helpers for the tests of all plugins.

import PluginMeasurement
import Testing

extension ShippedPlugin: CustomTestStringConvertible {
  package var testDescription: String { uri }
}

extension MeasuredPlugin {
  /// Noise for each input, a different one, in `frames` frames.
  func noise(_ frames: Int, amplitude: Float = 0.5) -> [[Float]] {
    (0..<inputCount).map {
      Signal.noise(UInt64($0 + 1), frames: frames, amplitude: amplitude)
    }
  }

  /// The controls that may be set.
  var inputControls: [String] { controls.filter { isInput($0) } }
}
