// SPDX-License-Identifier: Apache-2.0
// How plugins end with their session, or with the rig.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The end of plugins", .serialized)
struct PluginEndTests {
  @Test("one that misbehaves as its session leaves is named, and what it writes is kept short")
  func named() async throws {
    let guests = [
      ("deactivate", "crash"), ("cleanup", "exit"), ("cleanup", "quit"), ("cleanup", "hang"),
      ("cleanup", "flood"), ("cleanup", "crash"),
    ].map { HostilePlugin(call: $0, way: $1) }
    try await HostileRig(guests: guests).run { tarmac in
      let file = tarmac.folder.appending(path: "empty.yaml")
      try HostilePlugin.preset([]).write(to: file, atomically: true, encoding: .utf8)
      _ = try tarmac.ask(ReloadRequest(preset: file.path))
      // A plugin is deactivated once before it is heard: this one may be between two processes.
      let crash = "'deactivate_crash' is silent: plugin 'bad' crashed (SIGSEGV) in deactivate()"
      try tarmac.wait(crash) { try tarmac.log(crash) }
      let told = [
        "session 'cleanup_crash' plugin 'bad' crashed (SIGSEGV) in cleanup().",
        "session 'cleanup_exit' plugin 'bad' ended its process in cleanup(): it called exit(0).",
        "session 'cleanup_quit' plugin 'bad' ended its process in cleanup().",
        "session 'cleanup_hang' plugin 'bad' did not come back from cleanup().",
      ]
      for words in told {
        try tarmac.wait(words) { try tarmac.log("At the end of \(words)") }
      }
      let process = "From the process of session 'cleanup_flood': "
      try tarmac.wait("the flood") { try tarmac.log(process + "(195 more lines)") }
      #expect(try tarmac.count(process + "flood") == 5)
    }
  }

  @Test("the processes of many sessions leave together, and nobody waits for another one")
  func together() async throws {
    let sessions = (1...10).map { number in
      """
        s\(number):
          category: playback
          options: [ mixWithOthers ]
          active: true
          isolation: process
          source: { jack: [ "nobody:out" ] }
          graph: [ { plugin: "http://plugin.org.uk/swh-plugins/amp" } ]
          sends: [ { to: main } ]
      """
    }
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
      \(sessions.joined(separator: "\n"))
      """
    try await RunningTarmac.runByClock(preset) { tarmac in
      tarmac.end(SIGINT)
      #expect(tarmac.exitStatus == 0)
      let told = try tarmac.lines("At the end of session")
      #expect(told == [])
    }
  }

  @Test(
    "the end of a rig ends its plugins as a host does, and what they have left behind",
    arguments: ["process", "none"]
  )
  func stops(_ isolation: String) async throws {
    let calls = [
      ("deactivate", "flood"), ("cleanup", "flood"), ("instantiate", "litter"),
      ("activate", "fork"),
    ]
    // In the rig's own process, children are up to the plugin.
    let guests = calls.filter { isolation == "process" || $0.1 != "fork" }
      .map { HostilePlugin(call: $0, way: $1, isolation: isolation) }
    try await HostileRig(guests: guests).run { tarmac in
      for guest in guests {
        try tarmac.wait("\(guest.name)") { try tarmac.session(guest.name).plugins[0].runs > 0 }
      }
      func litter() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tarmac.folder.path)
          .filter { $0.hasPrefix("tarmac-") }
      }
      #expect(try litter() != [])
      try tarmac.wait("the count of what plugins have written at their start") {
        try Self.floodedLines(tarmac, isolation) % 200 == 0
      }
      let floodedLines = try Self.floodedLines(tarmac, isolation)
      #expect(isolation == "none" || !children(of: tarmac.folder.path).isEmpty)
      tarmac.end(SIGINT)
      #expect(tarmac.exitStatus == 0)
      #expect(try Self.floodedLines(tarmac, isolation) == floodedLines + 400)
      #expect(try litter() == [])
      #expect(children(of: tarmac.folder.path) == [])
    }
  }

  /// How many lines plugins have written; of a process only a few are logged, with a count of the
  /// rest.
  private static func floodedLines(_ tarmac: RunningTarmac, _ isolation: String) throws -> Int {
    guard isolation == "process" else { return 200 * (try tarmac.count("flood 199")) }
    return try ["deactivate_flood", "cleanup_flood"].reduce(0) { sum, session in
      try tarmac.said(after: "From the process of session '\(session)': ").reduce(sum) {
        sum,
        line in
        sum + (line.hasPrefix("flood") ? 1 : Int(line.filter(\.isNumber)) ?? 0)
      }
    }
  }
}

/// Processes that a hostile plugin has left, by the rig's folder in their environment.
private func children(of folder: String) -> [Int] {
  let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return processes.compactMap { Int($0) }.filter { process in
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data(),
        as: UTF8.self
      )
    }
    return text("cmdline").contains("86399.25") && text("environ").contains(folder)
  }
}
