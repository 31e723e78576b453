// SPDX-License-Identifier: Apache-2.0
// What MIDI controllers steer, as a preset says.

public import JACKVocabulary

/// What MIDI controllers steer: which ports they are at, and what each control does.
public struct MIDIMap: Hashable, Sendable {
  /// The ports of controllers.
  public var input: [PortPattern] = []
  /// The ports by which controllers hear what they shall show.
  public var output: [PortPattern] = []
  /// What each control does, in the order of the file.
  public var bindings: [MIDIBinding] = []

  /// No ports and no bindings.
  public init() {}

  /// The ports under which JACK, a2jmidid and PipeWire show the hardware.
  public static let hardware = MIDIPorts.hardware

  /// What is meant where nothing is said of ports: controllers at any of the machine's MIDI ports;
  /// only what is to show something hears anything.
  public static func plain(_ bindings: [MIDIBinding]) -> MIDIMap {
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

/// A control of a controller: what it sends, and what makes it show something.
public struct MIDIControlElement: Hashable, Sendable {
  /// What it sends.
  public var address: MIDIAddress
  /// How it says which way it was turned, if it has no end.
  public var relative: RelativeEncoding?
  /// What makes its light, ring or motor show a value; `nil` for nothing.
  public var feedback: MIDIAddress?
  /// The value that lights a button.
  public var lit: Int?
  /// What it sends at its ends, if that is less than all that its kind of message can say.
  public var ends: ClosedRange<Int>?

  /// Describes a control.
  public init(_ address: MIDIAddress, feedback: MIDIAddress? = nil) {
    (self.address, self.feedback) = (address, feedback)
  }
}

extension MIDIControlElement {
  /// What the control would have sent if it went all the way.
  public func calibrated(_ value: Int) -> Int {
    guard let ends else { return value }
    let inside = min(max(value, ends.lowerBound), ends.upperBound) - ends.lowerBound
    return Self.scaled(inside, from: ends.count - 1, to: address.kind.highest)
  }

  /// What the control itself sends where one that goes all the way would send `value`.
  public func uncalibrated(_ value: Int) -> Int {
    guard let ends else { return value }
    return ends.lowerBound + Self.scaled(value, from: address.kind.highest, to: ends.count - 1)
  }

  private static func scaled(_ value: Int, from: Int, to: Int) -> Int {
    (2 * value * to + from) / max(2 * from, 1)
  }
}

/// What a control does.
public struct MIDIBinding: Hashable, Sendable {
  /// What moving a control, or pressing a button, does.
  public enum Act: Hashable, Sendable {
    /// A value follows the control, or becomes `value` when a button is pressed.
    case set(String)
    /// A press turns a switch to the other side.
    case toggle(String)
    /// A press pulls a trigger, told its arguments.
    case trigger(String, [String: String])
    /// While it is held, or until the next press, the bindings of that layer are in force.
    case layer(String, latches: Bool)

    /// The path of the tree that it is about.
    public var path: String? {
      switch self {
      case .set(let path), .toggle(let path), .trigger(let path, _): path
      case .layer: nil
      }
    }
  }

  /// How a control takes hold of a value that is elsewhere.
  public enum Takeover: String, Hashable, Sendable, CaseIterable {
    /// Once it has come to where the value is.
    case pickup
    /// At once.
    case jump
    /// At once, but so that both reach the end together.
    case scale
  }

  /// How the way of a control becomes a value.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Equal ways are equal differences.
    case linear
    /// As faders of mixing desks are marked.
    case fader
    /// Equal ways are equal factors, for frequencies.
    case logarithmic
  }

  /// Which control.
  public var control: MIDIControlElement
  /// What it does.
  public var act: Act
  /// The layer in which it does that; `nil` for where no other binding of the layer stands.
  public var layer: String?
  /// From which value to which, in the unit of the value; all that the value can be if nothing is
  /// said.
  public var range: ClosedRange<Double>?
  /// How the way of the control becomes a value; as a fader for levels if nothing is said.
  public var curve: Curve?
  /// Whether the other end of the control is the higher one.
  public var isInverted = false
  /// How it takes hold of the value.
  public var takeover: Takeover?
  /// What a press sets, as people write it.
  public var value: String?
  /// How far a step of an endless knob goes, in the unit of the value.
  public var step: Double?
  /// How long the value takes to get there, in seconds.
  public var overSeconds: Double?

  /// Describes a binding.
  public init(_ control: MIDIControlElement, _ act: Act) {
    (self.control, self.act) = (control, act)
  }
}

extension Rig {
  /// The JACK ports of the rig's own MIDI, without the client's name.
  public static let controlInputName = "control_in"
  /// The same for the output.
  public static let controlOutputName = "control_out"
  /// How both begin.
  public static let controlPortOwner = "control"

  /// Whether the rig has ports for controllers or a clock.
  public var hasControlPorts: Bool { midiMap != nil || (transport?.midiClock ?? .off) != .off }
}
