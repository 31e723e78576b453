// SPDX-License-Identifier: Apache-2.0
// A thread for an actor that requests of all doors pass through: they wait for that actor and
// nothing else.

/// Runs an actor's jobs in their order, on a thread of its own.
///
/// An actor without an executor of its own runs where the task runs that called it first, also for
/// the calls that follow. That may be the queue of a client that waits for its turn, and then a
/// gesture waits with it.
///
/// > Threading: Any.
package final class ActorQueue: SerialExecutor {
  private let thread: StepThread

  /// Makes a queue that debuggers show by that name.
  package init(_ label: String) { thread = StepThread(label) }

  /// Runs the next job when those before it are done.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.enqueue { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Runs tasks one step at a time, on a thread of its own.
///
/// > Threading: Any.
package final class TurnQueue: TaskExecutor {
  private let thread: StepThread

  /// Makes a queue that debuggers show by that name.
  package init(_ label: String) { thread = StepThread(label) }

  /// Runs the next step of a task when those before it are done.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.enqueue { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
