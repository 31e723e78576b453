// SPDX-License-Identifier: Apache-2.0
// Programs of others that speak OSC: python-osc, and liblo's oscsend and oscdump.

import Foundation
import Testing

/// A program that reads lines and prints lines.
final class OSCProgram {
  private let process = Process()
  private let input = Pipe()
  private let output: URL
  private let tarmac: RunningTarmac

  /// Starts a program beside a rig.
  init(_ program: String, _ arguments: [String], beside tarmac: RunningTarmac) throws {
    self.tarmac = tarmac
    output = tarmac.folder.appending(path: "osc-\(UUID().uuidString.prefix(8))")
    try Data().write(to: output)
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  deinit { end() }

  /// The interpreter with the clients that others wrote.
  private static let python: String = {
    let home = ProcessInfo.processInfo.environment
    let cache = home["XDG_CACHE_HOME"] ?? "\(home["HOME"] ?? "")/.cache"
    return "\(cache)/tarmac/test-python/bin/python3"
  }()

  /// A client of python-osc: `udp`, `tcp-1.0` or `tcp-1.1`, from an address of this machine.
  static func python(_ kind: String, beside tarmac: RunningTarmac, host: String = "127.0.0.1")
    throws
    -> OSCProgram
  {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "osc_client.py"
    )
    let port = "\(try tarmac.oscPort())"
    let client = try OSCProgram(python, [script.path, kind, port, host], beside: tarmac)
    try client.wait { $0.first == "[\"#ready\"]" }
    return client
  }

  /// Runs a script that lies beside this file.
  static func script(_ name: String, _ arguments: [String], beside tarmac: RunningTarmac) throws
    -> OSCProgram
  {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    return try OSCProgram(python, [script.path] + arguments, beside: tarmac)
  }

  /// Sends a message, of which JSON is the rest of `["…"]`.
  func send(_ json: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((json + "\n").utf8))
  }

  /// The lines that it has printed.
  var lines: [String] {
    (try? String(contentsOf: output, encoding: .utf8))?.split(separator: "\n").map(String.init)
      ?? []
  }

  /// Waits until its output meets a condition.
  func wait(_ condition: ([String]) -> Bool) throws {
    try tarmac.wait("OSC; what was said is \(lines.suffix(5))") { condition(lines) }
  }

  /// Waits until it has received this message, and returns how often by then.
  @discardableResult
  func hears(_ line: String) throws -> Int {
    try wait { $0.contains(line) }
    return lines.count { $0 == line }
  }

  func end() {
    guard process.isRunning else { return }
    // The process that starts the tests may have blocked every milder signal.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension RunningTarmac {
  /// The port that the log names.
  func oscPort() throws -> Int {
    let line = try #require(try lines("OSC listens on").last)
    let port = line.split(separator: "port ").last?.prefix { $0.isNumber }
    return try #require(port.flatMap { Int($0) })
  }

  /// Sends a message by liblo's own program, which then ends.
  func oscsend(_ arguments: String...) throws {
    let sender = Process()
    sender.executableURL = URL(filePath: "/usr/bin/oscsend")
    sender.arguments = ["127.0.0.1", "\(try oscPort())"] + arguments
    try sender.run()
    sender.waitUntilExit()
    #expect(sender.terminationStatus == 0)
  }
}
