// SPDX-License-Identifier: Apache-2.0
// A thread for waiting on sockets: tasks of the shared pool must not wait.

internal import Glibc

/// A thread that runs one piece of work.
package struct WireThread: @unchecked Sendable {
  private let thread: pthread_t

  private final class Cargo {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }
  }

  /// Starts a thread that takes no signals from outside, which are for the main thread; `nil` when the system has no
  /// room for it.
  ///
  /// Its own faults it takes: what it blocks, the threads and programs block that are started on it.
  package init?(_ work: @escaping @Sendable () -> Void) {
    let cargo = unsafe Unmanaged.passRetained(Cargo(work))
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for fault in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
      unsafe sigdelset(&all, fault)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread,
      nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Cargo>.fromOpaque(context).takeRetainedValue().work()
        return nil
      },
      cargo.toOpaque()
    )
    guard code == 0 else {
      unsafe cargo.release()
      return nil
    }
    self.thread = thread
  }

  /// Whether the caller runs on it.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Waits for the end of the work; exactly one of `join` and `detach` is called, once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread end alone.
  package func detach() {
    pthread_detach(thread)
  }
}
