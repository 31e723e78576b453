// SPDX-License-Identifier: Apache-2.0
// Whether this process may schedule threads in real time. Tried, because limits and containers lie.

internal import Threads

/// The right to real-time scheduling.
package enum RealtimeRights {
  /// Whether a thread of this process gets the priority that jackd asks for.
  ///
  /// > Threading: Any.
  package static func areGranted() -> Bool {
    guard let thread = try? SystemThread("realtime-rights", realtimePriority: 10, {}) else {
      return false
    }
    thread.join()
    return true
  }
}
