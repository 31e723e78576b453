// SPDX-License-Identifier: Apache-2.0
// Outside data goes through one door of its kind, and never through a conversion that traps.

/// Rules for sources that handle data of clients, files, plugins and servers.
enum OutsideRules {
  /// The one file that may name each of these words.
  static let doors = [
    "JSONDecoder": "Sources/StrictJSON/JSONText.swift",
    "JSONEncoder": "Sources/StrictJSON/JSONText.swift",
    "JSONSerialization": "",
  ]
  /// Targets and folders whose numbers may come from outside.
  static let exposed = [
    "Sources/AudioSession", "Sources/ControlClient", "Sources/ControlProtocol",
    "Sources/ControlServer", "Sources/ControlTower", "Sources/ControlTree", "Sources/Doctor",
    "Sources/HTTPServer", "Sources/Host", "Sources/MIDIControl", "Sources/OSC",
    "Sources/OSCServer", "Sources/OfflineRendering/Simulation", "Sources/Presets",
    "Sources/RigEngine/Engine", "Sources/RigEngine/States", "Sources/RigEngine/Tree",
    "Sources/StrictJSON", "Sources/WebServer", "Sources/tarmac",
  ]
  /// The mark beside a conversion that can't trap, with the reason.
  static let mark = "// FITS:"

  /// Uses of such a word outside of its file.
  static func sideDoors(in file: SourceFile) -> [String] {
    file.lines.enumerated().flatMap { number, line in
      doors.filter { line.contains($0.key) && file.path != $0.value }.keys.sorted().map {
        file.finding(number, "\($0) is for JSONText alone: bytes from outside are checked there")
      }
    }
  }

  /// Conversions to whole numbers that trap when the number does not fit.
  static func traps(in file: SourceFile) -> [String] {
    guard exposed.contains(where: { file.path.hasPrefix($0 + "/") }) else { return [] }
    return file.lines.enumerated().flatMap { number, line -> [String] in
      guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//"), !line.contains(mark) else {
        return []
      }
      return line.matches(of: #/\bU?Int(?:8|16|32|64)?\((?<value>[^)]*)/#)
        .filter { !fits(String($0.value)) }
        .map { file.finding(number, "\"\($0.0))\" traps when it does not fit: say clamping") }
    }
  }

  /// Whether a conversion says how it treats numbers that don't fit, reads a text, or has a
  /// constant.
  private static func fits(_ value: String) -> Bool {
    let labels = ["clamping:", "exactly:", "truncatingIfNeeded:", "bitPattern:", "ascii:"]
    return labels.contains { value.hasPrefix($0) } || value.contains(", radix:")
      || value.wholeMatch(of: #/[A-Z0-9_]+(\.rawValue)?( \| [A-Z0-9_]+(\.rawValue)?)*/#) != nil
      || value.isEmpty
  }
}
