// SPDX-License-Identifier: Apache-2.0
// What a surface of Ardour is told.

import ControlProtocol
import ControlTree
import OSC

/// Changes of values as a surface of Ardour wants them, with the numbers that its strips had when all were told last.
actor Surfaced {
  private let surface: ArdourSurface
  private var numbers: [String: Int] = [:]
  private var master: String?

  init(_ surface: ArdourSurface) { self.surface = surface }

  /// Everything, with the names of the strips first.
  func begin(_ strips: ArdourStrips, _ update: TreeUpdate) -> [OSCMessage] {
    let count = surface.bank > 0 ? min(surface.bank, strips.strips.count) : strips.strips.count
    numbers = [:]
    for (index, strip) in strips.strips.prefix(count).enumerated() {
      numbers[strip.name] = index + 1
    }
    master = strips.master
    let names = strips.strips.prefix(count).enumerated().map { index, strip in
      message("name", index + 1, .string(strip.name))
    }
    return (surface.tellsButtons || surface.tellsValues ? names : []) + told(update)
  }

  /// What has changed.
  func told(_ update: TreeUpdate) -> [OSCMessage] {
    update.values.compactMap { entry in
      guard let dot = entry.path.lastIndex(of: ".") else { return nil }
      let (name, key) = (String(entry.path[..<dot]), entry.path[entry.path.index(after: dot)...])
      guard let control = control(String(key)) else { return nil }
      let isTold = control == "mute" ? surface.tellsButtons : surface.tellsValues
      let value = ArdourControl.told(entry.value, by: control)
      if let number = numbers[name] { return isTold ? message(control, number, value) : nil }
      guard name == master, surface.tellsMaster else { return nil }
      return OSCMessage("/master/\(control)", [value])
    }
  }

  private func control(_ key: String) -> String? {
    switch key {
    case "fader_db": surface.gainMode == 0 ? "gain" : "fader"
    case "mute": "mute"
    case "trim_db": "trimdB"
    case "balance": "pan_stereo_position"
    default: nil
    }
  }

  private func message(_ control: String, _ number: Int, _ value: OSCArgument) -> OSCMessage {
    surface.putsNumberInPath
      ? OSCMessage("/strip/\(control)/\(number)", [value])
      : OSCMessage("/strip/\(control)", [.int32(Int32(clamping: number)), value])
  }
}
