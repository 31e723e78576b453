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
  var held = tarmac_sandbox()

  init() {
    let folder = NSTemporaryDirectory() + "/tarmac-sandbox-\(getpid())"
    (own, foreign) = (folder + "/own", folder + "/foreign")
    for path in [own, foreign] {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    file = foreign + "/letter"
    try? Data("dear".utf8).write(to: URL(filePath: file))
    let code = unsafe own.withCString { own in
      var writable: [UnsafePointer<CChar>?] = unsafe [own]
      return unsafe tarmac_sandbox_enter(&writable, 1, &held)
    }
    require(code == 0, "the sandbox to be entered: errno \(errno)")
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

/// Who makes the next call.
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
      for allowed in ["make", "read", "write", "truncate", "rename"] {
        let code = attempt(allowed, caged.own + "/state")
        require(code == 0, "\(allowed) in its own folder to do: errno \(code)")
      }
      require(attempt("read", caged.file) == 0, "reading to do")
      require(caged.takeRefusals().isEmpty, "nothing to be told of what is allowed")
      var changes = ["write": "open", "remove": "unlink", "rename": "rename", "folder": "mkdir"]
      if caged.held.landlock >= 3 { changes["truncate"] = "truncate" }
      for (change, call) in changes {
        let code = attempt(change, caged.file)
        require(code == EACCES, "\(change) to be refused, not \(code)")
        let refusals = caged.takeRefusals()
        require(refusals[call]?.times == 1, "\(call) to be told once, not \(refusals)")
        let path = refusals[call]?.path ?? ""
        require(path.hasPrefix(caged.file), "\(call) to be told with its file, not '\(path)'")
      }
      require(attempt("make-on-thread", caged.file + "2") == EACCES, "a thread to be caged, too")
      require(attempt("chmod", caged.file) == EPERM, "chmod to be refused")
    }
  }

  @Test("makes no processes and no sockets, and reaches neither others nor the clock")
  func calls() async {
    await #expect(processExitsWith: .success) {
      let caged = Caged()
      guard caged.held.filter else { return print("skipped: this machine's calls are unknown") }
      for allowed in ["thread", "signal-self"] {
        require(attempt(allowed, "") == 0, "\(allowed) to do")
      }
      require(caged.takeRefusals().isEmpty, "nothing to be told of what is allowed")
      let refused = [
        "socket": "socket", "unix-socket": "socket", "fork": "fork", "vfork": "vfork",
        "exec": "execve", "ptrace": "ptrace", "signal-parent": "kill", "signal-all": "kill",
        "mount": "mount", "clock": "clock_settime",
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
      // More of them than there is room for: all are counted, some without a name.
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
