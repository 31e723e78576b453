// SPDX-License-Identifier: Apache-2.0
// JACK's own latency meter, jack_iodelay, as a test uses it.

import Foundation
import JACKTestBench

/// A running jack_iodelay.
final class DelayMeter {
  private let process = Process()
  private let log: URL

  /// Starts the meter on `server`; its ports are `jack_delay:out` and `jack_delay:in`.
  init(on server: PrivateServer, folder: URL) throws {
    log = folder.appending(path: "iodelay.log")
    try Data().write(to: log)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["stdbuf", "-oL", "jack_iodelay"]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["JACK_DEFAULT_SERVER": server.name]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The whole frames of a reading that was begun after the call, so that it belongs to the present
  /// connections.
  func read(_ tarmac: RunningTarmac) throws -> Int {
    let old = try readings().count
    // The first readings after a change mix the old and the new path.
    try tarmac.wait("jack_iodelay's readings") { try readings().count >= old + 4 }
    return try readings().last.map { Int($0.rounded()) } ?? 0
  }

  /// Ends the meter, which ignores gentler signals.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// All readings so far, in frames: lines such as "   256.000 frames      5.333 ms total roundtrip
  /// latency".
  private func readings() throws -> [Double] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[1] == "frames" ? Double(words[0]) : nil
    }
  }
}
