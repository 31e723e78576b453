// SPDX-License-Identifier: Apache-2.0
// Values of the mixer as values of the tree.

import ControlTree
import Quantities
import RigModel

extension MixerValue {
  /// What it is in the tree.
  var treeKind: ValueKind {
    switch kind {
    case .level(_, let allowsSilence, let most):
      .level(Self.levels(to: most), allowsSilence: allowsSilence)
    case .number(_, let range): .number(NumberRange(range))
    case .toggle: .toggle()
    }
  }

  /// What it is unless a preset says otherwise.
  var treeDefault: TreeValue {
    switch kind {
    case .level, .number: .number(0)
    case .toggle: .toggle(false)
    }
  }

  /// How it reads in `values`.
  func treeValue(in values: Owner) -> TreeValue {
    switch kind {
    case .level(let place, _, _): .number(Double(values[keyPath: place].value))
    case .number(let place, _): .number(values[keyPath: place])
    case .toggle(let place): .toggle(values[keyPath: place])
    }
  }

  /// Sets it in `values`; the value is one that its kind has.
  func take(_ value: TreeValue, into values: inout Owner) {
    switch (kind, value) {
    case (.level(let place, _, _), .number(let level)):
      values[keyPath: place] = Decibels(Float(level))
    case (.number(let place, _), .number(let number)): values[keyPath: place] = number
    case (.toggle(let place), .toggle(let isOn)): values[keyPath: place] = isOn
    default: preconditionFailure("'\(key)' has been given \(value)")
    }
  }
}
