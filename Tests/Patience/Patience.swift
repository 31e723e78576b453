// SPDX-License-Identifier: Apache-2.0
// How tests wait, so that none fails or holds up others because the machine is busy.

import Foundation
import Threads

/// How long a test waits for an event that has to come, in seconds; reached only when it fails.
///
/// `TARMAC_PATIENCE` sets another time, for runs that get only the time which others leave.
package let patience =
  ProcessInfo.processInfo.environment["TARMAC_PATIENCE"].flatMap(Double.init) ?? 120

/// Runs the steps of a task on threads of their own, which never wait for the pool.
///
/// The pool has as many threads as the machine has cores, and hundreds of tests wait in it for
/// their turn: a task that a blocked test needs meanwhile may come too late there.
package let ownThreads: any TaskExecutor = OwnThreads()

/// Runs what blocks on a thread of its own, so that the pool stays free for other tests.
package func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskExecutorPreference(ownThreads) { try work() }
}

/// Runs each step of a task on a thread of its own.
///
/// Dispatch has 255 threads at most: tests that block all of them would wait for ever for a server
/// that needs one.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = try? SystemThread("test-step", signals: .faultsOnly) {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
    guard let thread else { preconditionFailure("the system has no room for a thread") }
    thread.detach()
  }
}
