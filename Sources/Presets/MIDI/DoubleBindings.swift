// SPDX-License-Identifier: Apache-2.0
// Warns of controls that are bound twice and so do two things.

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

extension MIDIAddress {
  /// Whether a message can belong to both controls: a 14-bit control is made of two 7-bit ones.
  public func sharesMessages(with other: MIDIAddress) -> Bool {
    guard channel == other.channel else { return false }
    if self == other { return true }
    switch (kind, other.kind) {
    case (.cc14, .cc): return number == other.number || number.map { $0 + 32 } == other.number
    case (.cc, .cc14): return other.sharesMessages(with: self)
    case (.program, .program): return number == nil || other.number == nil
    default: return false
    }
  }
}
