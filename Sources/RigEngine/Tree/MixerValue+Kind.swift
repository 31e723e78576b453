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
    case .number(_, let range, _): .number(NumberRange(range))
    case .toggle: .toggle()
    case .word(_, let words, _): .choice(words)
    }
  }

  /// What it is unless a preset says otherwise.
  var treeDefault: TreeValue {
    switch kind {
    case .level: .number(0)
    case .number(_, _, let usual): .number(usual)
    case .toggle: .toggle(false)
    case .word(_, _, let usual): .text(usual)
    }
  }

  /// How it reads in `values`.
  func treeValue(in values: Owner) -> TreeValue {
    switch kind {
    case .level(let place, _, _): .number(Double(values[keyPath: place].value))
    case .number(let place, _, _): .number(values[keyPath: place])
    case .toggle(let place): .toggle(values[keyPath: place])
    case .word(let place, _, _): .text(values[keyPath: place])
    }
  }

  /// Sets it in `values`; the value is one that its kind has.
  func take(_ value: TreeValue, into values: inout Owner) {
    switch (kind, value) {
    case (.level(let place, _, _), .number(let level)):
      values[keyPath: place] = Decibels(Float(level))
    case (.number(let place, _, _), .number(let number)): values[keyPath: place] = number
    case (.toggle(let place), .toggle(let isOn)): values[keyPath: place] = isOn
    case (.word(let place, _, _), .text(let word)): values[keyPath: place] = word
    default: preconditionFailure("'\(key)' has been given \(value)")
    }
  }
}
