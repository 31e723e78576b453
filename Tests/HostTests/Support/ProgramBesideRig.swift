// SPDX-License-Identifier: Apache-2.0
// A program of its own that is written against AudioSession, and what it says.

import Foundation

/// A running example.
final class ProgramBesideRig {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = ""
  /// Lines that no test has asked for yet.
  private var lines: [String] = []
  /// How the lines of notifications begin.
  private static let told = "told: "

  /// Starts an example that lies beside the test program, as a session of the preset or as a guest.
  init(_ name: String, of tarmac: RunningTarmac, session: String? = nil) throws {
    process.executableURL = RunningTarmac.program.deletingLastPathComponent().appending(path: name)
    process.environment = [
      "TARMAC_SOCKET": tarmac.folder.appending(path: "tarmac/rig.sock").path,
      "TARMAC_SESSION": session ?? "",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func type(_ line: String) {
    input.fileHandleForWriting.write(Data("\(line)\n".utf8))
  }

  /// Whether one of the next lines that the program itself prints begins so; gives up at the
  /// program's end.
  func says(_ start: String) -> Bool {
    while let line = next(isTold: false) {
      if line.hasPrefix(start) { return true }
    }
    return false
  }

  /// The next notifications that it reports.
  func isTold(_ count: Int) -> [String] {
    var lines: [String] = []
    while lines.count < count, let line = next(isTold: true) { lines.append(line) }
    return lines
  }

  /// The next line of one kind, which may have come before lines of the other kind: different
  /// threads print them.
  private func next(isTold: Bool) -> String? {
    while true {
      if let index = lines.firstIndex(where: { $0.hasPrefix(Self.told) == isTold }) {
        let line = lines.remove(at: index)
        return isTold ? String(line.dropFirst(Self.told.count)) : line
      }
      guard let line = readLine() else { return nil }
      lines.append(line)
    }
  }

  /// The next line; `nil` at the program's end.
  private func readLine() -> String? {
    while true {
      if let end = rest.firstIndex(of: "\n") {
        defer { rest.removeSubrange(...end) }
        return String(rest[..<end])
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      rest += String(decoding: data, as: UTF8.self)
    }
  }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { kill() }
}
