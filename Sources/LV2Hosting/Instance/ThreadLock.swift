// SPDX-License-Identifier: Apache-2.0
// A lock of the C library, which can be waited for with patience.

internal import CRealtime
internal import Glibc

/// A lock; unlike `Mutex` it knows a limit to waiting, and ThreadSanitizer sees what it protects.
///
/// > Threading: Any, except Realtime.
@safe
final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Makes a lock; one that `isRecursive` the thread that holds it may take again.
  init(isRecursive: Bool = false) {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    if isRecursive {
      unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    }
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits for so many seconds at most; returns whether it is held now.
  func acquire(patience seconds: Int) -> Bool {
    unsafe tarmac_lock_wait(mutex, UInt32(clamping: seconds))
  }

  func acquire() {
    unsafe pthread_mutex_lock(mutex)
  }

  func release() {
    unsafe pthread_mutex_unlock(mutex)
  }

  func withLock<Value>(_ body: () -> Value) -> Value {
    acquire()
    defer { release() }
    return body()
  }
}

/// A value and the lock that it is used under.
final class Locked<Value>: @unchecked Sendable {
  private let lock = ThreadLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
