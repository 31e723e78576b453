// SPDX-License-Identifier: Apache-2.0
// A thread of the operating system, for what waits, plugins that may never return, and rendering.

internal import CGNU
internal import Glibc
package import Quantities

/// Why the system starts no thread.
package struct ThreadError: Error, Equatable {
  /// The error number: `EAGAIN` without room for one more, `EPERM` without the right to its
  /// priority.
  package let code: Int32

  /// Names the reason by its number.
  package init(code: Int32) {
    self.code = code
  }
}

/// A thread that runs one piece of work; tasks of the shared pool must not wait.
///
/// Exactly one of `join`, `join(before:)` and `detach` is called, once.
///
/// > Threading: Any.
package struct SystemThread: Sendable {
  private let id: pthread_t

  /// How many processors the machine has running; at least 1.
  package static var processors: Int {
    max(1, sysconf(Int32(clamping: _SC_NPROCESSORS_ONLN)))
  }

  /// What a thread does about signals.
  package enum Signals: Sendable {
    /// It takes those that the thread takes which starts it.
    case inherited
    /// It takes none from outside, which are for the main thread, but its own faults: what it
    /// blocks, the threads and programs block that are started on it.
    case faultsOnly
  }

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: what `top -H` and debuggers call it; the first 15 bytes count.
  ///   - realtimePriority: its SCHED_FIFO priority, if it is to have one.
  ///   - signals: which ones it takes.
  ///   - work: what it runs.
  /// - Throws: what the system says against it.
  package init(
    _ name: String,
    realtimePriority: Int? = nil,
    signals: Signals = .inherited,
    _ work: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    var code: Int32 = 0
    if let realtimePriority {
      code = unsafe SystemThread.schedule(&attributes, priority: Int32(clamping: realtimePriority))
    }
    guard code == 0 else { throw ThreadError(code: code) }
    // What a new thread blocks is what the one blocks that starts it.
    var former = sigset_t()
    if signals == .faultsOnly { SystemThread.blockAllButFaults(&former) }
    defer {
      if signals == .faultsOnly { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    }
    let cargo = unsafe Unmanaged.passRetained(ThreadStart(name, work))
    var id = pthread_t()
    code = unsafe pthread_create(&id, &attributes, threadMain, cargo.toOpaque())
    guard code == 0 else {
      unsafe cargo.release()
      throw ThreadError(code: code)
    }
    self.id = id
  }

  /// Whether the caller runs on it.
  package var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }

  /// Waits for the end of the work.
  package func join() {
    pthread_join(id, nil)
  }

  /// Waits for the end of the work, but not beyond a moment; returns `false` when it is left to
  /// itself then.
  package func join(before end: MonotonicTime) -> Bool {
    // Asked again and again, for ThreadSanitizer does not know the call that waits with a limit.
    while tarmac_thread_has_ended(id) == 0 {
      guard .now < end else {
        detach()
        return false
      }
      usleep(100)
    }
    return true
  }

  /// Has the calling thread give way to all others, for work that nobody waits for.
  package static func giveWay() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  }

  /// Lets `cancel` end the calling thread wherever it is, as libjack ends its own.
  package static func allowCancelling() {
    pthread_setcanceltype(Int32(PTHREAD_CANCEL_ASYNCHRONOUS), nil)
  }

  /// Ends the thread where it is, if it allows that, and waits a second for its end, at most.
  ///
  /// What it holds there nobody gives back.
  package func cancel() {
    pthread_cancel(id)
    _ = join(before: .now.after(Seconds(1)))
  }

  /// Lets the thread end alone.
  package func detach() {
    pthread_detach(id)
  }

  private static func schedule(
    _ attributes: UnsafeMutablePointer<pthread_attr_t>,
    priority: Int32
  ) -> Int32 {
    var parameters = sched_param()
    parameters.sched_priority = priority
    unsafe pthread_attr_setinheritsched(attributes, Int32(PTHREAD_EXPLICIT_SCHED))
    unsafe pthread_attr_setschedpolicy(attributes, SCHED_FIFO)
    return unsafe pthread_attr_setschedparam(attributes, &parameters)
  }

  private static func blockAllButFaults(_ former: inout sigset_t) {
    var blocked = sigset_t()
    unsafe sigfillset(&blocked)
    for fault in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
      unsafe sigdelset(&blocked, fault)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, &former)
  }
}

/// What a thread is handed when it starts.
private final class ThreadStart: Sendable {
  let name: String
  let work: @Sendable () -> Void

  init(_ name: String, _ work: @escaping @Sendable () -> Void) {
    self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
    self.work = work
  }
}

private nonisolated func threadMain(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let cargo = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
  unsafe cargo.name.withCString { name in _ = unsafe tarmac_thread_name(name) }
  cargo.work()
  return nil
}
