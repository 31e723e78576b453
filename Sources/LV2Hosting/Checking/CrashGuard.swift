// SPDX-License-Identifier: Apache-2.0
// What keeps a process that plugins may ruin alive until it has left in order.

internal import CRealtime
internal import Glibc

/// Parks threads that crash or end the process, so that the others can go on for a moment.
///
/// > Threading: Any.
package enum CrashGuard {
  /// How a process was lost; of fixed size, as the memory of the process that sends it may be
  /// overwritten.
  package struct Loss: BitwiseCopyable {
    private var kind: Int32 = 0
    private var detail: Int32 = 0
    private var number: Int32 = -1
    private var callNumber: Int32 = 0

    /// Room for what is read.
    package init() {}

    /// A call has not come back.
    package init(stuck call: CallBoard.Entry?) {
      kind = Int32(bitPattern: TARMAC_LOSS_STUCK.rawValue)
      number = call.map { Int32(truncatingIfNeeded: $0.plugin) } ?? -1
      callNumber = call?.call.rawValue ?? 0
    }

    /// What has happened.
    package enum Kind {
      /// A thread got this signal.
      case crash(signal: Int32)
      /// A call has not come back.
      case stuck
      /// Somebody called exit().
      case exit(status: Int32)
    }

    /// What has happened; `nil` for what no process of ours has reported.
    package var what: Kind? {
      switch kind {
      case Int32(bitPattern: TARMAC_LOSS_CRASH.rawValue): .crash(signal: detail)
      case Int32(bitPattern: TARMAC_LOSS_STUCK.rawValue): .stuck
      case Int32(bitPattern: TARMAC_LOSS_EXIT.rawValue): .exit(status: detail)
      default: nil
      }
    }

    /// The plugin by its number; `nil` when nobody knows.
    package var plugin: Int? { number >= 0 ? Int(number) : nil }

    /// The call that it was in; `nil` when that is not known.
    package var call: PluginCall? { plugin == nil ? nil : PluginCall(rawValue: callNumber) }
  }

  /// Parks any thread that crashes or calls exit() from now on and says so, on a pipe whose other
  /// end is returned.
  ///
  /// - Returns: a descriptor of which a `Loss` can be read; `nil` when the system refuses.
  package static func install() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0, tarmac_guard_install(ends[1]) else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends[0]
  }

  /// Gives the thread that calls a stack of its own for crashes.
  package static func guardThread() {
    tarmac_guard_thread()
  }

  /// While this is on, a plugin or library that calls exit() is named on standard error, and the
  /// program ends with 70.
  package static func guardExit(_ isOn: Bool) {
    tarmac_guard_exit(isOn)
  }

  /// Makes what plugins start this process's own when its parents have gone.
  package static func adoptOrphans() {
    tarmac_adopt_orphans()
  }

  /// Kills what a process has started and, where it adopts orphans, what those have started.
  package static func killChildren(of process: Int32) {
    tarmac_kill_children(process)
  }
}
