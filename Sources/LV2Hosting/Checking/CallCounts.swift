// SPDX-License-Identifier: Apache-2.0
// What a plugin does in `run` that it should not.

internal import CRealtime

/// Calls that a plugin has made while it ran.
///
/// Counted are calls of the C library's functions from any library but the program itself: heap
/// functions (to which `new` and `delete` come down), locks that may be waited for, and functions
/// that enter the kernel or may. A library that enters the kernel by an instruction of its own
/// escapes.
package struct CallCounts: Hashable, Codable, Sendable {
  /// Calls of the heap: `malloc`, `free` and their like.
  package var allocations: Int
  /// Calls that wait for others: mutexes, conditions, semaphores.
  package var locks: Int
  /// Calls that enter the kernel: files, prints, sleeps, wake-ups.
  package var systemCalls: Int

  /// Whether the plugin has made none.
  package var isClean: Bool { allocations == 0 && locks == 0 && systemCalls == 0 }
}

/// Counts what the libraries of this process call.
///
/// It changes all loaded libraries for good, so it is for a process that tries plugins and then
/// ends.
///
/// > Threading: Any.
package enum CallWatch {
  /// Makes this process end with its parent, and its death leave no file behind.
  package static func beExpendable() {
    tarmac_child_prepare()
  }

  /// Watches every library that is loaded now.
  package static func watchLibraries() {
    tarmac_watch_libraries()
  }

  /// What has been called so far by plugins that ran on a bench.
  package static var counts: CallCounts {
    let counts = tarmac_watch_counts()
    return CallCounts(
      allocations: Int(counts.allocations),
      locks: Int(counts.locks),
      systemCalls: Int(counts.kernel)
    )
  }
}
