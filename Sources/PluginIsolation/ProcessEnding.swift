// SPDX-License-Identifier: Apache-2.0
// Sees to the end of processes that have been asked to go, beside everything else.

import ChildPrograms
package import Glibc
import LV2Hosting
import Quantities
import RigEngine
import Synchronization
import Threads

/// The ends of child processes.
///
/// > Threading: Any.
package enum ProcessEnding {
  private static let pending = Atomic(0)
  private static let untold = Mutex<[String]>([])

  /// How many processes are still on their way out.
  package static var count: Int { pending.load(ordering: .acquiring) }

  /// What processes have done on their way out that should be reported; whole sentences.
  package static func takeReports() -> [String] {
    untold.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  /// Kills a process with all that it has started.
  static func kill(_ process: pid_t) {
    // First the processes that have left its group: later nothing would show whose they are.
    CrashGuard.killChildren(of: process)
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
  }

  /// Gives a process, which nobody else looks after, so much time to go, and kills it then.
  ///
  /// What its plugins do meanwhile is in `takeReports`, if there is a description for it.
  static func see(
    to process: pid_t,
    within time: Seconds,
    _ traces: ProcessTraces,
    _ description: EndDescription?
  ) {
    pending.add(1, ordering: .acquiringAndReleasing)
    let end = MonotonicTime.now.after(time)
    let see: @Sendable () -> Void = {
      var reports: [String] = []
      var status = reap(process)
      var late: [CallBoard.Entry]?
      while status == nil {
        reports += description?.sentences(of: traces) ?? []
        if .now < end {
          usleep(2_000)
          status = reap(process)
        } else {
          late = traces.calls
          kill(process)
          status = reap(process, waits: true)
        }
      }
      // Whatever is left of its group goes with it.
      Glibc.kill(-process, SIGKILL)
      reports += description?.sentences(of: traces, isLast: true) ?? []
      let told = description?.sentence(of: traces.takeLoss(), late, status ?? 0, traces.calls)
      reports += told.map { [$0] } ?? []
      untold.withLock { [reports] in $0 += reports }
      pending.subtract(1, ordering: .acquiringAndReleasing)
    }
    guard let thread = thread("process-ending", see) else { return see() }
    thread.detach()
  }

  /// Takes note of the end of a process that goes by itself, whenever that is; `done` is called
  /// then.
  package static func reapLater(_ process: pid_t, _ done: @escaping @Sendable () -> Void) {
    let wait: @Sendable () -> Void = {
      _ = reap(process, waits: true)
      done()
    }
    thread("process-reaper", wait)?.detach()
  }

  /// A thread that waits; `nil` when the system has no room for it.
  private static func thread(
    _ name: String,
    _ work: @escaping @Sendable () -> Void
  ) -> SystemThread? {
    try? SystemThread(name, signals: .faultsOnly, work)
  }

  /// How a process has ended; `nil` if it has not.
  private static func reap(_ process: pid_t, waits: Bool = false) -> Int32? {
    guard case .ended(let status)? = ChildStatus.look(at: process, waits: waits) else { return nil }
    return status ?? 0
  }
}

/// What is said of the plugins of a session that ends.
struct EndDescription: Sendable {
  let session: String
  let loss: LossDescription

  /// What its sandbox has refused meanwhile, and what it has written.
  fileprivate func sentences(of traces: ProcessTraces, isLast: Bool = false) -> [String] {
    let refused = traces.takeRefusals().map { refusal in
      let (plugin, call) = loss.caller(of: refusal)
      return RemoteGraphEvent.refused(refusal.what, plugin: plugin, call: call)
    }
    let lines = traces.takeLines(now: .now, isLast: isLast).map { RemoteGraphEvent.wrote($0) }
    return (refused + lines).map { $0.sentence(session: session) }
  }

  /// How it has ended, if that was not in order; `late` are the calls that it was in when its time
  /// was over.
  fileprivate func sentence(
    of told: CrashGuard.Loss?,
    _ late: [CallBoard.Entry]?,
    _ status: Int32,
    _ calls: [CallBoard.Entry]
  ) -> String? {
    let what: String? =
      if let told {
        loss.sentence(of: told)
      } else if let late {
        loss.sentence(of: CrashGuard.Loss(stuck: late.first))
      } else if status != 0 || !calls.isEmpty {
        loss.sentence(ofEnd: status, calls: calls)
      } else {
        nil
      }
    return what.map { "At the end of session '\(session)' \($0)." }
  }
}
