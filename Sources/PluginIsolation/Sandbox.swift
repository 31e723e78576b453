// SPDX-License-Identifier: Apache-2.0
// The sandbox of a process, from inside; and how it tells the rig what it has refused.

import CSandbox
import ControlProtocol
import Glibc
import LV2Hosting
import RigErrors

/// The sandbox of this process.
///
/// > Threading: Control.
enum Sandbox {
  /// Keeps this process from taking more than half of the machine's memory.
  static func limit() {
    tarmac_sandbox_limit()
  }

  /// Enters it for good, as far as the kernel has one; returns what holds from now on.
  static func enter(_ folder: String) throws(RigError) -> SandboxStatus {
    var held = tarmac_sandbox()
    unsafe tarmac_sandbox_ask(CallBoard.whoIsHere)
    let code = unsafe folder.withCString { folder in
      var writable: [UnsafePointer<CChar>?] = unsafe [folder]
      return unsafe tarmac_sandbox_enter(&writable, 1, &held)
    }
    guard code == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw .unavailable("The sandbox can't be entered (\(reason)); use 'isolation: process'.")
    }
    return SandboxStatus(landlock: Int(held.landlock), refusesCalls: held.filter)
  }
}

/// A system call that a sandbox has refused.
struct SandboxRefusal {
  /// Its name, and the file that it was about if there is one.
  var what: String
  /// How often, since it was told last.
  var times: Int
  /// The plugin by its number, and the call that it was in; `nil` where nobody knows.
  var caller: (plugin: Int, call: PluginCall)?

  /// Writes what was refused to this process to a pipe, without the heap.
  ///
  /// > Threading: Any, one thread.
  static func tellAll(to pipe: Int32) {
    var refusal = tarmac_refusal()
    while unsafe tarmac_sandbox_take_refusal(&refusal) {
      unsafe write(pipe, &refusal, MemoryLayout<tarmac_refusal>.size)
    }
  }

  /// Reads the next one from a pipe; `nil` when there is none.
  init?(readFrom pipe: Int32) {
    var refusal = tarmac_refusal()
    let size = MemoryLayout<tarmac_refusal>.size
    guard unsafe read(pipe, &refusal, size) == size else { return nil }
    let call = unsafe withUnsafeBytes(of: refusal.call) { unsafe text($0) }
    let path = unsafe withUnsafeBytes(of: refusal.path) { unsafe text($0) }
    what = path.isEmpty ? call : "\(call) \(path)"
    times = Int(refusal.times)
    if refusal.plugin >= 0, let call = PluginCall(rawValue: refusal.doing) {
      caller = (Int(refusal.plugin), call)
    }
  }
}

/// Text of a fixed size, up to its end.
private func text(_ bytes: UnsafeRawBufferPointer) -> String {
  unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}
