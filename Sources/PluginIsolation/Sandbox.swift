// SPDX-License-Identifier: Apache-2.0
// What the sandbox of this process holds and refuses, as it is reported to the rig.

import CSandbox
import ChildPrograms
import ControlProtocol
import Glibc
import LV2Hosting

extension SandboxStatus {
  /// What holds in a process.
  init(_ walls: Sandbox.Walls) {
    self.init(landlock: walls.landlock, refusesCalls: walls.refusesCalls)
  }
}

/// A system call that a sandbox has refused.
struct SandboxRefusal {
  /// Its name, and the file that it was about if there is one.
  var what: String
  /// How often, since it was last reported.
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
    what = refusal.what
    times = Int(refusal.times)
    if refusal.plugin >= 0, let call = PluginCall(rawValue: refusal.doing) {
      caller = (Int(refusal.plugin), call)
    }
  }
}
