// SPDX-License-Identifier: Apache-2.0
// What a process can still do in its sandbox, each tried in a process of its own.

import CSandbox
import Foundation
import SandboxProbe
import Testing

/// A process in the sandbox, which may write in one folder and not in the other.
@safe
private struct Caged {
  let own: String
  let foreign: String
  let file: String
  let held: tarmac_sandbox

  init() {
    let folder = NSTemporaryDirectory() + "/tarmac-sandbox-\(getpid())"
    (own, foreign) = (folder + "/own", folder + "/foreign")
    for path in [own, foreign] {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    file = foreign + "/letter"
    try? Data("dear".utf8).write(to: URL(filePath: file))
    Self.awaitOpenThreads()
    let code = unsafe own.withCString { own in
      var writable: [UnsafePointer<CChar>?] = unsafe [own]
      return unsafe tarmac_sandbox_enter(&writable, 1)
    }
    held = tarmac_sandbox_held()
    require(code == 0, "the sandbox to be entered: errno \(errno)")
  }

  /// Waits, but not for ever, until no thread is in the short time in which libc blocks all
  /// signals.
  ///
  /// With SIGSYS blocked, the next trapped call would end the process. Programs that enter the
  /// sandbox have no other threads yet.
  private static func awaitOpenThreads() {
    let trap: UInt64 = 1 << UInt64(SIGSYS - 1)
    for _ in 0..<1_000 {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let masks = tasks.compactMap { task -> UInt64? in
        let path = "/proc/self/task/\(task)/status"
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
        let line = lines?.first { $0.hasPrefix("SigBlk:") }
        return line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
      }
      if masks.allSatisfy({ $0 & trap == 0 }) { return }
      usleep(1_000)
    }
  }

  /// Refusals by name, since the last call.
  func takeRefusals() -> [String: (times: Int, path: String)] {
    var found: [String: (times: Int, path: String)] = [:]
    var refusal = tarmac_refusal()
    while unsafe tarmac_sandbox_take_refusal(&refusal) {
      let call = unsafe withUnsafeBytes(of: refusal.call) { unsafe text($0) }
      let path = unsafe withUnsafeBytes(of: refusal.path) { unsafe text($0) }
      found[call] = (Int(refusal.times), path)
    }
    return found
  }

  /// How often each call was refused to each caller, since the last call.
  func takeCallers() -> [String: [String: Int]] {
    var found: [String: [String: Int]] = [:]
    var refusal = tarmac_refusal()
    while unsafe tarmac_sandbox_take_refusal(&refusal) {
      let call = unsafe withUnsafeBytes(of: refusal.call) { unsafe text($0) }
      let caller = "\((plugin: refusal.plugin, doing: refusal.doing) as Caller)"
      found[call, default: [:]][caller, default: 0] += Int(refusal.times)
    }
    return found
  }
}

/// The plugin of a caller, and what it does.
private typealias Caller = (plugin: Int32, doing: Int32)

/// The caller of the next call.
private nonisolated(unsafe) var present: Caller = (-1, -1)

/// Text of a fixed size, up to its end.
private func text(_ bytes: UnsafeRawBufferPointer) -> String {
  unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}

/// Does what a plugin may or should not do; returns 0 or `errno`.
private func attempt(_ what: String, _ path: String) -> Int32 { unsafe tarmac_probe(what, path) }

/// Ends the process as a failure unless something holds.
private func require(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  try? FileHandle.standardError.write(contentsOf: Data("expected \(what)\n".utf8))
  exit(1)
}

@Suite("A process in the sandbox")
struct SandboxTests {
  @Test("writes in its own folder and nowhere else, and the file that it tried is told")
  func files() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.landlock > 0 else { return print("skipped: this kernel has no Landlock") }
      for allowed in ["make", "read", "write", "shorten", "rename"] {
        let code = attempt(allowed, caged.own + "/state")
        require(code == 0, "\(allowed) in its own folder to do: errno \(code)")
      }
      require(attempt("read", caged.file) == 0, "reading to do")
      require(caged.takeRefusals().isEmpty, "nothing to be told of what is allowed")
      let changes = [
        "write": "open", "shorten": "open", "remove": "unlink", "rename": "rename",
        "folder": "mkdir",
      ]
      for (change, call) in changes {
        let code = attempt(change, caged.file)
        require(code == EACCES, "\(change) to be refused, not \(code)")
        let refusals = caged.takeRefusals()
        // Not every machine has the calls without "at".
        let told = refusals[call] ?? refusals[call + "at"]
        require(told?.times == 1, "\(call) to be told once, not \(refusals)")
        let path = told?.path ?? ""
        require(path.hasPrefix(caged.file), "\(call) to be told with its file, not '\(path)'")
      }
      require(attempt("make-on-thread", caged.file + "2") == EACCES, "a thread to be caged, too")
      for change in ["chmod", "truncate"] {
        require(attempt(change, caged.file) == EPERM, "\(change) to be refused")
      }
      for closed in ["/dev/shm/nothing", "/dev/tty", "/dev/ptmx", "/dev/zero"] {
        require(attempt("read", closed) != 0, "\(closed) to be closed")
        require(attempt("make", closed) == EACCES, "\(closed) to be closed for writing")
      }
    }
  }

  @Test("makes no processes and no sockets, and reaches neither others nor the clock")
  func calls() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      for allowed in [
        "thread", "signal-self", "own-limit", "own-rank", "thread-rank", "lock", "terminal",
      ] {
        require(attempt(allowed, "") == 0, "\(allowed) to do")
      }
      require(caged.takeRefusals().isEmpty, "nothing to be told of what is allowed")
      let refused = [
        "socket": "socket", "unix-socket": "socket", "fork": "fork", "vfork": "vfork",
        "exec": "execve", "ptrace": "ptrace", "signal-parent": "kill", "signal-all": "kill",
        "mount": "mount", "clock": "clock_settime", "limit-parent": "prlimit64",
        "lift": "prlimit64", "rank-parent": "sched_setscheduler", "type": "ioctl", "memory": "mmap",
      ]
      for (probe, call) in refused {
        let code = attempt(probe, "")
        require(code == EPERM, "\(probe) to be refused, not \(code)")
        let refusals = caged.takeRefusals()
        // Not every machine has a vfork of its own.
        let told = refusals[call] ?? (probe == "vfork" ? refusals["fork"] : nil)
        require(told?.times == 1, "\(probe) to be told once as \(call), not \(refusals)")
      }
    }
  }

  @Test("is refused a call on a thread that blocks all signals, and lives")
  func deafThreads() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      require(attempt("deaf", "") == EPERM, "chmod to be refused to a thread without signals")
      require(caged.takeRefusals()["chmod"]?.times == 1, "that to be told")
    }
  }

  @Test("is answered as by an older kernel what no list has, and that is told with its number")
  func unknown() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      require(attempt("unknown", "") == ENOSYS, "the call to be unknown")
      let refusals = caged.takeRefusals()
      require(refusals["unknown call"]?.path == "1000", "its number to be told: \(refusals)")
    }
  }

  @Test("changes nothing of somebody else by any call that a kernel could have")
  func everyCall() async {
    await #expect(processExitsWith: .success) {
      let kernel = tarmac_sandbox_available()
      guard kernel.filter, kernel.landlock > 0 else { return print("skipped: no sandbox here") }
      let folder = NSTemporaryDirectory() + "/tarmac-burglary-\(getpid())"
      for name in ["own", "foreign"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)",
          withIntermediateDirectories: true
        )
      }
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var report = [CChar](repeating: 0, count: 1 << 20)
      for (first, last) in [(0, 600), (1000, 1010)] as [(Int32, Int32)] {
        let changes = unsafe tarmac_burglary(
          folder + "/own",
          folder + "/foreign",
          first,
          last,
          &report,
          UInt(report.count)
        )
        let told = unsafe report.withUnsafeBytes { unsafe text($0) }
        require(changes == 0, "nothing to change, not \(changes) times:\n\(told)")
      }
    }
  }

  @Test("says who made each call, where that is known")
  func callers() async {
    await #expect(processExitsWith: .success) {
      unsafe tarmac_sandbox_ask { plugin, doing in
        unsafe plugin?.pointee = present.plugin
        unsafe doing?.pointee = present.doing
      }
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      let callers: [Caller] = [(0, 1), (0, 5), (7, 5), (-1, -1), (Int32.max, Int32(Int16.max))]
      for caller in callers {
        unsafe present = caller
        for what in ["socket", "socket", "mount"] { _ = attempt(what, "") }
      }
      let told = caged.takeCallers()
      for caller in callers {
        require(told["socket"]?["\(caller)"] == 2, "both sockets of \(caller) to be told: \(told)")
        require(told["mount"]?["\(caller)"] == 1, "the mount of \(caller) to be told: \(told)")
      }
      // More callers than there is room for: all calls are counted, some without a name.
      for plugin in 0..<1000 as Range<Int32> {
        unsafe present = (plugin, 5)
        _ = attempt("socket", "")
      }
      let sockets = caged.takeCallers()["socket"] ?? [:]
      require(sockets.values.reduce(0, +) == 1000, "a thousand sockets, not \(sockets)")
      require(sockets["\((-1, -1) as Caller)"] != nil, "some to have lost their name")
    }
  }

  @Test("counts a flood of refusals in the room of one")
  func flood() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      for _ in 0..<100_000 { _ = attempt("socket", "") }
      require(caged.takeRefusals()["socket"]?.times == 100_000, "each to be counted")
    }
  }
}
