// SPDX-License-Identifier: Apache-2.0
// A rig with a jackd of its own, of which some part hangs while it is to end.

import Foundation
import JACKTestBench
import SeededNumbers

/// The part that hangs while a rig is to end.
enum Standstill: CaseIterable {
  case nothing, server, plugin, isolatedPlugin, disk, client
}

/// A `tarmac run` that starts its own jackd, on the dummy driver whatever sound cards there are.
final class EndingRig {
  let folder = URL(filePath: "/tmp/tarmac-end-\(UUID().uuidString.prefix(8))")
  let process = Process()
  private let standstill: Standstill
  private var clients: [Int32] = []
  /// The name of its JACK server.
  ///
  /// JACK has room for eight servers; one that is killed keeps its place until another of its name
  /// starts.
  private let server: String

  /// Starts the rig; a plugin that is to hang does so in `call`.
  ///
  /// No two rigs have the same `place` at once.
  init(_ standstill: Standstill, call: String, place: Int) throws {
    self.standstill = standstill
    server = "tarmac-end-\(place)"
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let jackd = folder.appending(path: "jackd")
    let script = "#!/bin/sh\nexec /usr/bin/jackd -n \"$2\" -r -p 64 -d dummy -r 48000 -p 1024\n"
    try script.write(to: jackd, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: jackd.path)
    try Data(count: 16).write(to: folder.appending(path: "faults"))
    let isPlugin = standstill == .plugin || standstill == .isolatedPlugin
    let guest = HostilePlugin(
      call: call,
      way: "hang",
      isolation: standstill == .isolatedPlugin ? "process" : "none"
    )
    try HostileRig.write([guest], in: folder)
    let take = "recordings: [ { of: music, file: \"\(folder.path)/take.wav\" } ]\n"
    let preset = """
      tarmac: 1
      \(standstill == .disk ? take : "")routes: { two: { role: lineOut, ports: [ "system:playback_1" ] } }
      sessions:
        music:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "nobody:out" ] }
          sends: [ { to: two } ]
      \(isPlugin ? guest.session : "")
      """
    try preset.write(to: folder.appending(path: "rig.yaml"), atomically: true, encoding: .utf8)
    try run()
  }

  private func run() throws {
    let products = RunningTarmac.program.deletingLastPathComponent().path
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_DEFAULT_SERVER"] = server
    environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "TMPDIR"] { environment[name] = folder.path }
    environment["TARMAC_FAULTS"] = folder.appending(path: "faults").path
    if standstill == .disk { environment["LD_PRELOAD"] = "\(products)/libFaultInjection.so" }
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c", try HostileRig.shell, "bash", RunningTarmac.program.path, "run",
      folder.appending(path: "rig.yaml").path, "--name", "rig", "--server", "start",
    ]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = process.standardOutput
    try process.run()
  }

  /// The lines of its log.
  var said: String {
    (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  /// Makes the chosen part hang from now on.
  func stall() throws {
    switch standstill {
    case .server: for pid in running("/usr/bin/jackd") { kill(pid, SIGSTOP) }
    case .disk:
      let file = try FileHandle(forUpdating: folder.appending(path: "faults"))
      try file.seek(toOffset: 4)
      try file.write(contentsOf: [0x60, 0xea, 0, 0])  // a minute
      try file.close()
    case .client:
      for _ in 0..<8 {
        if let client = connected(to: "\(folder.path)/tarmac/rig.sock") { clients.append(client) }
      }
    case .nothing, .plugin, .isolatedPlugin: break
    }
  }

  /// Connects a client that asks for a lot and reads none of the answers.
  private func connected(to path: String) -> Int32? {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(client, $0, length)
      }
    }
    guard code == 0 else {
      Glibc.close(client)
      return nil
    }
    let line = #"{"jsonrpc":"2.0","id":1,"method":"rig.status"}"# + "\n"
    let lines = Array(String(repeating: line, count: 500).utf8)
    _ = unsafe send(client, lines, lines.count, Int32(MSG_NOSIGNAL))
    return client
  }

  /// Ends the rig in one of the ways of users.
  func ask(_ way: Int) throws {
    switch way {
    case 0: kill(process.processIdentifier, SIGTERM)
    case 1: kill(process.processIdentifier, SIGINT)
    default:
      let stop = Process()
      stop.executableURL = RunningTarmac.program
      stop.arguments = ["stop", "--name", "rig"]
      stop.environment = process.environment?.filter { $0.key != "LD_PRELOAD" }
      stop.standardInput = FileHandle.nullDevice
      stop.standardOutput = FileHandle.nullDevice
      stop.standardError = FileHandle.nullDevice
      try stop.run()
      stop.waitUntilExit()
      // Before it listens, `tarmac stop` finds no rig.
      if stop.terminationStatus == 69 { kill(process.processIdentifier, SIGTERM) }
    }
  }

  /// The processes that it has started and that still run, jackd and those of sessions, with this
  /// word in their command line.
  func running(_ word: String = "") -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      guard pid != process.processIdentifier, let own = bytes("/proc/\(pid)/environ"),
        own.contains("XDG_RUNTIME_DIR=\(folder.path)\0"), let line = bytes("/proc/\(pid)/cmdline")
      else { return false }
      return line.contains(word) && !line.contains("stop")
    }
  }

  private func bytes(_ path: String) -> String? {
    let handle = FileHandle(forReadingAtPath: path)
    return (try? handle?.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Leaves nothing behind.
  func close() {
    for client in clients { Glibc.close(client) }
    for pid in running() { kill(pid, SIGKILL) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }
}
