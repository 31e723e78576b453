// SPDX-License-Identifier: Apache-2.0
// Reads the values of the mixer, each as its row says.

import RigModel

extension Fields {
  /// Reads a value of the mixer.
  func take<Owner>(_ value: MixerValue<Owner>, into values: inout Owner) {
    switch value.kind {
    case .level(let path, let allowsSilence, let most):
      let range = MixerValue<Owner>.levels(to: most)
      values[keyPath: path] = level(value.key, range, allowsSilence: allowsSilence)
    case .number(let path, let range):
      if let number = number(value.key, range) { values[keyPath: path] = number }
    case .toggle(let path):
      values[keyPath: path] = boolean(value.key, default: values[keyPath: path])
    }
  }
}
