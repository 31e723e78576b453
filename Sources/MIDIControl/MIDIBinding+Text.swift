// SPDX-License-Identifier: Apache-2.0
// A binding as a preset says it.

package import ControlTree
package import RigModel

extension MIDIBinding {
  /// The binding of a control that was moved for a value or a trigger.
  ///
  /// A switch is turned by each press, everything else follows the control; the control shows what
  /// the value is.
  package static func learned(
    _ address: MIDIAddress,
    relative: RelativeEncoding?,
    for node: NodeDescription
  ) -> MIDIBinding {
    var control = MIDIControlElement(address)
    control.relative = relative
    guard node.isValue else { return MIDIBinding(control, .trigger(node.path, [:])) }
    control.feedback = address
    if case .toggle = node.kind { return MIDIBinding(control, .toggle(node.path)) }
    return MIDIBinding(control, .set(node.path))
  }

  /// What stands for a learned binding in the list of a preset's `midi_map`.
  package var line: String {
    var keys = ["on: \(control.address.text)"]
    switch act {
    case .set(let path): keys.append("set: \(path)")
    case .toggle(let path): keys.append("toggle: \(path)")
    case .trigger(let path, _): keys.append("trigger: \(path)")
    case .layer(let name, _): keys.append("layer: \(name)")
    }
    if let relative = control.relative { keys.append("relative: \(relative.rawValue)") }
    if control.feedback != nil { keys.append("feedback: true") }
    return "- { \(keys.joined(separator: ", ")) }"
  }
}
