// SPDX-License-Identifier: Apache-2.0
// Whether this process may schedule threads in real time. Tried, because limits and containers lie.

internal import Glibc

/// The right to real-time scheduling.
public enum RealtimeRights {
  /// Whether a thread of this process gets the priority that jackd asks for.
  ///
  /// > Threading: Any.
  public static func areGranted() -> Bool {
    var thread = pthread_t()
    let attempt = unsafe pthread_create(
      &thread,
      nil,
      { _ in
        var wished = sched_param()
        wished.sched_priority = 10
        let isRefused = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &wished) != 0
        return unsafe UnsafeMutableRawPointer(bitPattern: isRefused ? 1 : 0)
      },
      nil
    )
    guard attempt == 0 else { return false }
    var isRefused: UnsafeMutableRawPointer?
    unsafe pthread_join(thread, &isRefused)
    return unsafe isRefused == nil
  }
}
