// SPDX-License-Identifier: Apache-2.0
// The worker method of a plugin: called by one thread at a time, and perhaps one that never comes
// back.

internal import CLilv
internal import Glibc
internal import Synchronization

/// The worker method of one instance; one call at a time.
///
/// > Threading: Worker.
@safe
final class PluginWorker: @unchecked Sendable {
  /// How long another thread waits for a call that is under way.
  static let patienceSeconds = 2
  private static let mostPostponed = 64

  private let lock = ThreadLock()
  /// Under the lock.
  private var target: Target?
  /// The thread that is in the worker method; 0 when none is.
  private let thread = Atomic<UInt>(0)
  private let postponed = Locked<[(bytes: [UInt8], work: PluginWork)]>([])

  /// The plugin's side of the conversation.
  @safe
  private struct Target {
    var handle: LV2_Handle
    var interface: UnsafePointer<LV2_Worker_Interface>
    var caller: PluginCaller?
  }

  func attach(
    handle: LV2_Handle,
    interface: UnsafePointer<LV2_Worker_Interface>,
    caller: PluginCaller?
  ) {
    lock.withLock {
      unsafe target = Target(handle: handle, interface: interface, caller: caller)
    }
  }

  /// Forgets the plugin once its method is not running; returns whether that was so within
  /// `seconds`.
  func close(patience seconds: Int) -> Bool {
    guard lock.acquire(patience: seconds) else { return false }
    target = nil
    lock.release()
    postponed.withLock { $0 = [] }
    return true
  }

  /// Calls the method; with `patience`, no later than so many seconds from now.
  func work(
    respond: LV2_Worker_Respond_Function?,
    to responder: UnsafeMutableRawPointer,
    size: UInt32,
    data: UnsafeRawPointer?,
    patience: Int?
  ) -> LV2_Worker_Status {
    if let patience {
      guard lock.acquire(patience: patience) else { return LV2_WORKER_ERR_UNKNOWN }
    } else {
      lock.acquire()
    }
    defer { lock.release() }
    guard let target, let work = unsafe target.interface.pointee.work else {
      return LV2_WORKER_ERR_UNKNOWN
    }
    thread.store(pthread_self(), ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    let call = { unsafe work(target.handle, respond, responder, size, data) }
    return target.caller?.during(.work, call) ?? call()
  }

  // MARK: Requests from inside the method

  /// Whether the calling thread is in the worker method.
  ///
  /// > Threading: Any.
  var isAtWorkHere: Bool { thread.load(ordering: .relaxed) == pthread_self() }

  /// Keeps a request until the call that has made it is over; returns `false` when there are too
  /// many.
  func postpone(_ bytes: [UInt8], of work: PluginWork) -> Bool {
    postponed.withLock { postponed in
      guard postponed.count < PluginWorker.mostPostponed else { return false }
      postponed.append((bytes, work))
      return true
    }
  }

  /// > Threading: Any.
  var hasPostponed: Bool { postponed.withLock { !$0.isEmpty } }

  func takePostponed() -> (bytes: [UInt8], work: PluginWork)? {
    postponed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
