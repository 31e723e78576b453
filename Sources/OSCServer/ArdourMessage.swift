// SPDX-License-Identifier: Apache-2.0
// What Ardour's messages say, and what its controls are here.

import ControlTree
import OSC
import RigErrors

/// Levels as Ardour writes them.
enum ArdourGain {
  /// What stands for silence, in dB.
  static let silence = -193.0

  /// The dB value of Ardour as a level of ours; what is lower than our range is silence.
  static func level(_ gain: Double) -> Double { gain < -90 ? -.infinity : gain }

  /// A level of ours as a dB value of Ardour.
  static func gain(_ level: Double) -> Double { level == -.infinity ? silence : level }

  /// How far a meter from -94 to 6 dB is out, from 0 to 1.
  static func deflection(_ level: Double) -> Double { min(max((level + 94) / 100, 0), 1) }
}

/// A message as Ardour reads it: numbers at the end of an address come before the arguments.
struct ArdourMessage {
  var address: String
  var arguments: [OSCArgument]

  init(_ message: OSCMessage) {
    var parts = message.address.split(separator: "/", omittingEmptySubsequences: false)
    var numbers: [OSCArgument] = []
    while parts.count > 2, let part = parts.last, let number = Int32(part, radix: 10) {
      numbers.insert(.int32(number), at: 0)
      parts.removeLast()
    }
    (address, arguments) = (parts.joined(separator: "/"), numbers + message.arguments)
  }

  /// A whole number, however it was sent.
  func whole(_ index: Int, _ name: String) throws(RigError) -> Int {
    guard index < arguments.count, let number = arguments[index].number,
      let whole = Int(exactly: number.rounded())
    else { throw .data("'\(address)' takes \(name) as argument \(index + 1).") }
    return whole
  }

  func number(_ index: Int, _ name: String) throws(RigError) -> Double {
    guard index < arguments.count, let number = arguments[index].number, !number.isNaN else {
      throw .data("'\(address)' takes \(name) as argument \(index + 1).")
    }
    return number
  }
}

/// What the controls of a strip are here.
enum ArdourControl {
  /// The path of one of Ardour's controls; a control that has no path here is the name.
  static func path(_ control: String, of name: String) -> String? {
    switch control {
    case "fader", "gain": "\(name).fader_db"
    case "mute": "\(name).mute"
    // Solo is cue here: it is heard in the headphones, and no other strip falls silent.
    case "solo": "\(name).cue"
    case "trimdB": "\(name).trim_db"
    case "pan_stereo_position": "\(name).balance"
    default: nil
    }
  }

  /// The value of one of Ardour's controls as it is sent.
  static func told(_ value: TreeValue, by control: String) -> OSCArgument {
    let number = value.number ?? 0
    return switch control {
    case "fader": .float(Float(FaderLaw.position(of: number)))
    case "gain": .float(Float(ArdourGain.gain(number)))
    case "pan_stereo_position": .float(Float((number + 1) / 2))
    case "mute", "solo": .int32(number > 0 ? 1 : 0)
    default: .float(Float(number))
    }
  }

  /// The level at a place of a fader; a place beyond either end is that end.
  static func level(at place: Double, _ address: String) throws(RigError) -> Double {
    guard !place.isNaN else {
      throw .data("'\(address)' takes a place from 0 to 1, not \(TreeValue.words(place)).")
    }
    return FaderLaw.level(at: place)
  }
}

extension NodeDescription {
  /// A parameter: number, name, flags, type, least, most, its named values, and its value.
  func ardourDescription(_ number: Int) -> [OSCArgument] {
    let bounds = kind.bounds ?? 0...1
    let points = kind.scalePoints.flatMap { point -> [OSCArgument] in
      [.float(Float(point.value)), .string(point.label)]
    }
    let type = if case .toggle = kind { "toggle" } else { "float" }
    return [
      .int32(Int32(clamping: number)), .string(String(path.split(separator: ".").last ?? "")),
      .int32(0), .string(type), .float(Float(bounds.lowerBound)), .float(Float(bounds.upperBound)),
      .int32(Int32(clamping: points.count / 2)),
    ] + points + [.float(Float(value.number ?? 0))]
  }
}
