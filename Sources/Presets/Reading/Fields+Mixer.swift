// SPDX-License-Identifier: Apache-2.0
// Reads the values of the mixer, each as its row says.

import RigModel

extension Fields {
  /// Reads a value of the mixer.
  func take<Owner>(_ value: MixerValue<Owner>, into values: inout Owner) {
    switch value.kind {
    case .level(let path, _, _): values[keyPath: path] = level(value.key)
    case .number(let path, _, _):
      if let number = number(value.key) { values[keyPath: path] = number }
    case .toggle(let path):
      values[keyPath: path] = boolean(value.key, default: values[keyPath: path])
    case .word(let path, let words, _):
      let word = self[value.key]?.word(as: value.key, among: words, log)
      if let word { values[keyPath: path] = word }
    }
  }
}
