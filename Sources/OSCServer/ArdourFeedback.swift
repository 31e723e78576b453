// SPDX-License-Identifier: Apache-2.0
// What a surface of Ardour is sent: what it has asked for.

import ControlProtocol
import ControlTree
import OSC

/// How a sender has set itself up as a surface of Ardour, by `/set_surface`.
struct ArdourSurface: Hashable, Sendable {
  /// How many strips are sent; 0 for all.
  var bank = 0
  /// Kinds of strips; kept only to send it back, as all strips here are of one kind.
  var stripTypes = 159
  /// What is sent, one bit for each kind.
  var feedback = 0
  /// How levels are sent: 0 as dB, 2 as dB and as fader positions, else as positions alone.
  var gainMode = 0

  /// Whether switches are sent.
  var tellsButtons: Bool { feedback & 1 != 0 }
  /// Whether levels and balances are sent.
  var tellsValues: Bool { feedback & 2 != 0 }
  /// Whether the number of the strip is in the address, not before the value.
  var putsNumberInPath: Bool { feedback & 4 != 0 }
  /// Whether the master is sent.
  var tellsMaster: Bool { feedback & 16 != 0 }
  /// Whether meters are sent.
  var tellsMeters: Bool { feedback & 128 != 0 }

  var tellsStrips: Bool { tellsButtons || tellsValues || tellsMeters }
  var tellsAnything: Bool { tellsStrips || tellsMaster }

  /// The values of which something is sent.
  var patterns: [String] {
    let meters = tellsMeters ? ["*.meters.*.peak_db"] : []
    return ["*.fader_db", "*.mute", "*.cue", "*.trim_db", "*.balance", "*.foreground"] + meters
  }
}

/// Changes of values as a surface of Ardour wants them, with the numbers that its strips had when
/// all were last sent.
actor Surfaced {
  private let surface: ArdourSurface
  private var numbers: [String: Int] = [:]
  private var master: String?
  /// The peaks of all channels, by what they belong to and their paths.
  private var peaks: [String: [String: Double]] = [:]

  init(_ surface: ArdourSurface) { self.surface = surface }

  /// Everything, with the names of the strips first.
  func begin(_ strips: ArdourStrips, _ update: TreeUpdate) -> [OSCMessage] {
    let count = surface.bank > 0 ? min(surface.bank, strips.strips.count) : strips.strips.count
    (numbers, peaks) = ([:], [:])
    for (index, strip) in strips.strips.prefix(count).enumerated() {
      numbers[strip.name] = index + 1
    }
    master = strips.master
    let names = strips.strips.prefix(count).enumerated().map { index, strip in
      message("name", index + 1, .string(strip.name))
    }
    return (surface.tellsStrips ? names : []) + told(update)
  }

  /// What has changed.
  func told(_ update: TreeUpdate) -> [OSCMessage] {
    var moved: [String] = []
    let values = update.values.flatMap { entry -> [OSCMessage] in
      let path = entry.path.split(separator: ".").map(String.init)
      if path.count == 4, path[1] == "meters" {
        if !moved.contains(path[0]) { moved.append(path[0]) }
        peaks[path[0], default: [:]][entry.path] = entry.value.number ?? -.infinity
        return []
      }
      guard path.count == 2 else { return [] }
      return controls(path[1]).compactMap { control in
        let isButton = control == "mute" || control == "solo"
        return told(
          control,
          of: path[0],
          ArdourControl.told(entry.value, by: control),
          if: isButton ? surface.tellsButtons : surface.tellsValues
        )
      }
    }
    return values + moved.compactMap { told("meter", of: $0, meter($0), if: true) }
  }

  /// A control of a strip that has a number, if its kind is sent, or of the master.
  private func told(
    _ control: String,
    of name: String,
    _ value: OSCArgument,
    if isTold: Bool
  ) -> OSCMessage? {
    if let number = numbers[name] { return isTold ? message(control, number, value) : nil }
    guard name == master, surface.tellsMaster else { return nil }
    return OSCMessage("/master/\(control)", [value])
  }

  /// The loudest channel of a strip.
  private func meter(_ name: String) -> OSCArgument {
    let level = peaks[name]?.values.max() ?? -.infinity
    return .float(
      Float(surface.gainMode == 0 ? ArdourGain.gain(level) : ArdourGain.deflection(level))
    )
  }

  /// The controls of Ardour that one of our values belongs to.
  private func controls(_ key: String) -> [String] {
    switch key {
    case "fader_db":
      surface.gainMode == 0 ? ["gain"] : surface.gainMode == 2 ? ["fader", "gain"] : ["fader"]
    case "mute": ["mute"]
    case "cue": ["solo"]
    case "trim_db": ["trimdB"]
    case "balance": ["pan_stereo_position"]
    default: []
    }
  }

  private func message(_ control: String, _ number: Int, _ value: OSCArgument) -> OSCMessage {
    surface.putsNumberInPath
      ? OSCMessage("/strip/\(control)/\(number)", [value])
      : OSCMessage("/strip/\(control)", [.int32(Int32(clamping: number)), value])
  }
}
