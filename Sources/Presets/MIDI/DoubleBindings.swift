// SPDX-License-Identifier: Apache-2.0
// Controls that are bound twice: they do both, and nobody shall wonder why.

/// Finds controls that do two things at once.
enum DoubleBindings {
  /// Warns where a control is bound that another binding of the same layer has already.
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
  /// Whether a message can mean both controls, as a control of 14 bits is made of two of 7.
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
