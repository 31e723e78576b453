// SPDX-License-Identifier: Apache-2.0
// Whose libjack this program runs with.

/// The JACK library of this process: jackd's, or PipeWire's where the program was started through
/// `pw-jack`.
///
/// > Threading: Any.
package enum JACKLibrary {
  /// Where it lies; `nil` when it is part of the program.
  package static let path: String? = {
    let maps = readFile("/proc/self/maps") ?? ""
    let line = maps.split(separator: "\n").first { $0.contains("/libjack.so") }
    return line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
  }()

  /// Whether the server is PipeWire.
  package static var isPipeWire: Bool { path?.contains("pipewire") == true }
}
