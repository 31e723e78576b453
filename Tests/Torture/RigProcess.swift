// SPDX-License-Identifier: Apache-2.0
// The program under torture.

import Foundation
import JACKTestBench
import TestPlugins

/// A running `tarmac run`.
///
/// > Threading: Control.
final class RigProcess {
  /// How it ended.
  struct Ending {
    /// Its exit code, or the signal that ended it as a negative number.
    var code: Int32
    /// How long it took, in seconds.
    var seconds: Double
  }

  private let process = Process()
  private let log: URL

  /// The program that was built with this one: it lies beside it.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Starts a preset of a folder; returns when it is up.
  ///
  /// Besides the fixtures, the rig finds the plugins in the folder's `lv2`.
  init(on server: PrivateServer, folder: URL, preset: String = StageRig.file) throws {
    log = folder.appending(path: "log")
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    process.executableURL = RigProcess.products.appending(path: "tarmac")
    process.arguments = [
      "run", folder.appending(path: preset).path, "--name", "storm", "--server", "attach",
    ]
    process.environment = try RigProcess.environment(server, folder)
    let output = try FileHandle(forWritingTo: log)
    let begin = try output.seekToEnd()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try waitUntilUp(from: begin)
  }

  private static func environment(_ server: PrivateServer, _ folder: URL) throws -> [String: String]
  {
    let own = ProcessInfo.processInfo.environment
    let fixtures = try FixtureBundle.folder(in: products)
    return own.merging([
      "JACK_DEFAULT_SERVER": server.name,
      "XDG_RUNTIME_DIR": folder.path,
      "XDG_STATE_HOME": folder.appending(path: "state").path,
      "TMPDIR": folder.appending(path: "tmp").path,
      "LV2_PATH": "\(folder.path)/lv2:\(fixtures):\(TestPlugins.path)",
      "LD_PRELOAD": products.appending(path: "libFaultInjection.so").path,
      "TARMAC_FAULTS": folder.appending(path: "faults").path,
    ]) { $1 }
  }

  private func waitUntilUp(from begin: UInt64) throws {
    let end = ContinuousClock.now + .seconds(60)
    while !text(from: begin).contains("is up with") {
      guard isRunning, ContinuousClock.now < end else {
        throw Complaint("the rig did not come up: \(lastWords)")
      }
      usleep(2_000)
    }
  }

  private func text(from begin: UInt64) -> String {
    guard let handle = try? FileHandle(forReadingFrom: log) else { return "" }
    defer { try? handle.close() }
    try? handle.seek(toOffset: begin)
    let bytes = (try? handle.readToEnd()) ?? nil
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }

  var pid: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// The whole log.
  var words: String { text(from: 0) }

  /// The end of the log.
  var lastWords: String { String(words.suffix(1_500)) }

  /// How it ended; `nil` while it runs.
  var code: Int32? {
    guard !process.isRunning else { return nil }
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }

  /// Kills it as the kernel would, and waits for its end.
  func kill() {
    if isRunning { Glibc.kill(pid, SIGKILL) }
    process.waitUntilExit()
  }

  /// Asks it to end, and insists after half a minute.
  func end() -> Ending {
    let begin = ContinuousClock.now
    if isRunning { Glibc.kill(pid, SIGTERM) }
    while isRunning, ContinuousClock.now < begin + .seconds(30) { usleep(2_000) }
    let isLate = isRunning
    kill()
    let time = ContinuousClock.now - begin
    return Ending(code: isLate ? -SIGKILL : code ?? 0, seconds: time / .seconds(1))
  }

  // MARK: What it holds

  /// The system resources that a process holds.
  struct Holdings {
    var descriptors = 0
    /// Threads that were started for a purpose.
    var threads = 0
    /// Threads of the system's queues, which end when they have had nothing to do for some seconds.
    var queueThreads = 0
    var kilobytes = 0
    /// How much of its address space is taken, touched or not.
    var addressKilobytes = 0
    var children = 0
  }

  /// What it holds now.
  var holdings: Holdings {
    let process = "/proc/\(pid)"
    func count(_ folder: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/\(folder)").count) ?? 0
    }
    let status = (try? String(contentsOfFile: "\(process)/status", encoding: .utf8)) ?? ""
    func kilobytes(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/task")) ?? []
    let names = tasks.compactMap {
      try? String(contentsOfFile: "\(process)/task/\($0)/comm", encoding: .utf8)
    }
    // Such as "com.apple.root.default-qos.overcommit", of which the kernel keeps the end.
    let queueThreads = names.count { $0.contains("-qos") }
    let children = tasks.compactMap {
      try? String(contentsOfFile: "\(process)/task/\($0)/children", encoding: .utf8)
    }
    return Holdings(
      descriptors: count("fd"),
      threads: names.count - queueThreads,
      queueThreads: queueThreads,
      kilobytes: kilobytes("VmRSS"),
      addressKilobytes: kilobytes("VmSize"),
      children: children.reduce(0) { $0 + $1.split(separator: " ").count }
    )
  }
}
