// SPDX-License-Identifier: Apache-2.0
// Sees to the end of processes that have been asked to go, beside everything else.

import ControlProtocol
import Glibc
import LV2Hosting
import Quantities
import Synchronization

/// The ends of child processes.
///
/// > Threading: Any.
enum ProcessEnding {
  private static let pending = Atomic(0)

  /// How many processes are still on their way out.
  static var count: Int { pending.load(ordering: .acquiring) }

  /// Kills a process with all that it has started.
  static func kill(_ process: pid_t) {
    // What has left its process group first: later it would not be known any more whose it is.
    CrashGuard.killChildren(of: process)
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
  }

  /// Gives a process, which nobody else looks after, so much time to go, and kills it then.
  static func see(to process: pid_t, within time: Seconds) {
    pending.add(1, ordering: .acquiringAndReleasing)
    let end = MonotonicTime.now.after(time)
    let see: @Sendable () -> Void = {
      while true {
        if reap(process, WNOHANG) { break }
        if .now < end {
          usleep(2_000)
          continue
        }
        kill(process)
        _ = reap(process, 0)
        break
      }
      // Whatever is left of its group goes with it.
      Glibc.kill(-process, SIGKILL)
      pending.subtract(1, ordering: .acquiringAndReleasing)
    }
    guard let thread = WireThread(see) else { return see() }
    thread.detach()
  }

  /// Takes note of the end of a process, if it has ended.
  private static func reap(_ process: pid_t, _ options: Int32) -> Bool {
    var status: Int32 = 0
    let found = unsafe waitpid(process, &status, options)
    return found == process || (found < 0 && errno == ECHILD)
  }
}
