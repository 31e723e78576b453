// SPDX-License-Identifier: Apache-2.0
// Warns of controls that are bound twice and so do two things.

import RigModel

/// Finds controls that do two things at once.
enum DoubleBindings {
  /// Warns where another binding of the same layer has the control already.
  static func check(_ bindings: [(binding: MIDIBinding, position: Position)], _ log: ProblemLog) {
    for (place, (binding, position)) in bindings.enumerated() {
      let (control, layer) = (binding.control.address, binding.layer)
      let first = bindings[..<place].first {
        $0.binding.layer == layer && $0.binding.control.address.sharesMessages(with: control)
      }
      guard let first else { continue }
      let other = first.binding.control.address.text
      let name = other == control.text ? other : "\(other), which \(control.text) is a part of,"
      log.warn(
        position,
        "\(name) is bound at line \(first.position.line) already: it does both"
      )
    }
  }
}
