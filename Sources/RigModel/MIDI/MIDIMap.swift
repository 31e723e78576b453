// SPDX-License-Identifier: Apache-2.0
// The MIDI map of a preset: what controllers control.

package import JACKVocabulary

/// A MIDI map: the ports of the controllers, and what each control does.
package struct MIDIMap: Hashable, Sendable {
  /// The ports of controllers.
  package var input: [PortPattern] = []
  /// The ports of controllers that get feedback.
  package var output: [PortPattern] = []
  /// What each control does, in the order of the file.
  package var bindings: [MIDIBinding] = []

  /// No ports and no bindings.
  package init() {}

  /// The ports under which JACK, a2jmidid and PipeWire show the hardware.
  package static let hardware = MIDIPorts.hardware

  /// The map without ports in the preset: controllers at any of the machine's MIDI ports; only
  /// controls with feedback get any.
  package static func plain(_ bindings: [MIDIBinding]) -> MIDIMap {
    var map = MIDIMap()
    map.bindings = bindings
    map.input = hardware.input
    if bindings.contains(where: { $0.control.feedback != nil }) { map.output = hardware.output }
    return map
  }
}

extension MIDIPorts {
  fileprivate static var hardware: (input: [PortPattern], output: [PortPattern]) {
    let bridges: [PortPattern] = [.glob("a2j:*"), .glob("Midi-Bridge:*")]
    return (
      [.glob("system:midi_capture_*")] + bridges, [.glob("system:midi_playback_*")] + bridges
    )
  }
}

/// A control of a controller: what it sends, and what feedback it gets.
package struct MIDIControlElement: Hashable, Sendable {
  /// What it sends.
  package var address: MIDIAddress
  /// How an endless knob encodes its direction; `nil` for other controls.
  package var relative: RelativeEncoding?
  /// The address of its light, ring or motor; `nil` for none.
  package var feedback: MIDIAddress?
  /// The value that lights a button.
  package var lit: Int?
  /// What it sends at its ends, if that is less than the range of its message.
  package var ends: ClosedRange<Int>?

  /// Describes a control.
  package init(_ address: MIDIAddress, feedback: MIDIAddress? = nil) {
    (self.address, self.feedback) = (address, feedback)
  }
}

extension MIDIControlElement {
  /// The value scaled to the full range of the message.
  package func calibrated(_ value: Int) -> Int {
    guard let ends else { return value }
    let inside = min(max(value, ends.lowerBound), ends.upperBound) - ends.lowerBound
    return Self.scaled(inside, from: ends.count - 1, to: address.kind.highest)
  }

  /// The value in the control's own range for a `value` of the full range.
  package func uncalibrated(_ value: Int) -> Int {
    guard let ends else { return value }
    return ends.lowerBound + Self.scaled(value, from: address.kind.highest, to: ends.count - 1)
  }

  private static func scaled(_ value: Int, from: Int, to: Int) -> Int {
    (2 * value * to + from) / max(2 * from, 1)
  }
}

/// What a control does.
package struct MIDIBinding: Hashable, Sendable {
  /// What moving a control, or pressing a button, does.
  package enum Act: Hashable, Sendable {
    /// A value follows the control, or becomes `value` when a button is pressed.
    case set(String)
    /// A press toggles a switch.
    case toggle(String)
    /// A press fires a trigger, with its arguments.
    case trigger(String, [String: String])
    /// While it is held, or until the next press, the bindings of that layer are in force.
    case layer(String, latches: Bool)

    /// The path of the tree that it changes.
    package var path: String? {
      switch self {
      case .set(let path), .toggle(let path), .trigger(let path, _): path
      case .layer: nil
      }
    }
  }

  /// How a control takes over a value that differs from its position.
  package enum Takeover: String, Hashable, Sendable, CaseIterable {
    /// Once it has reached the value.
    case pickup
    /// At once.
    case jump
    /// At once, but scaled so that both reach the end together.
    case scale
  }

  /// How the position of a control becomes a value.
  package enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Equal distances are equal differences.
    case linear
    /// As on faders of mixing desks.
    case fader
    /// Equal distances are equal factors, for frequencies.
    case logarithmic
  }

  /// Which control.
  package var control: MIDIControlElement
  /// What it does.
  package var act: Act
  /// The layer of the binding; `nil` for wherever the layer in force has no binding for the
  /// control.
  package var layer: String?
  /// The range, in the unit of the value; the full range of the value by default.
  package var range: ClosedRange<Double>?
  /// How the position of the control becomes a value; as a fader for levels by default.
  package var curve: Curve?
  /// Whether the control is inverted.
  package var isInverted = false
  /// How it takes over the value.
  package var takeover: Takeover?
  /// What a press sets, as people write it.
  package var value: String?
  /// How far a step of an endless knob goes, in the unit of the value.
  package var step: Double?
  /// How long the value takes to get there, in seconds.
  package var overSeconds: Double?
  /// The switch that the light shows, where it is not what the control changes.
  package var shows: String?

  /// Describes a binding.
  package init(_ control: MIDIControlElement, _ act: Act) {
    (self.control, self.act) = (control, act)
  }
}

extension Rig {
  /// The JACK ports of the rig's own MIDI, without the client's name.
  package static let controlInputName = "control_in"
  /// The port of the MIDI output.
  package static let controlOutputName = "control_out"
  /// The first part of both names.
  package static let controlPortOwner = "control"

  /// Whether the rig has ports for controllers or a clock.
  package var hasControlPorts: Bool { midiMap != nil || (transport?.midiClock ?? .off) != .off }
}
