// SPDX-License-Identifier: Apache-2.0
// A queue for Tarmac's own tasks: a program that blocks its shared pool does not hold them up.

import Dispatch

/// A queue that runs tasks one step at a time, in their order, on threads that are not those of the
/// shared pool.
///
/// The shared pool has a thread for each core. A program that waits for us on all of them would
/// wait for ever for tasks that need one. A serial queue gets a thread whenever it has something to
/// do, however busy the pool is.
///
/// > Threading: Worker. Steps may wait; they hold up only their own queue, or other clients until
/// there is one more thread. Actors without an executor of their own run on it too while one of its
/// tasks is in them.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  /// Makes a queue that debuggers show by that name, with a thread of its own whenever it has
  /// something to do.
  package init(_ label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Makes the queue of one client of many, which debuggers show by that name.
  ///
  /// All of these share about as many threads as there are cores, so that many clients do not
  /// become many threads. While steps of clients block all of them, one thread more is added each
  /// second.
  package init(ofClient label: String) {
    queue = DispatchQueue(label: label, target: Self.clients)
  }

  /// Nothing else runs at this quality of service: neither ordinary tasks, which have the default
  /// one, nor our other queues.
  private static let clients = DispatchQueue.global(qos: .userInitiated)

  /// Runs the next step of a task when those before it are done.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
