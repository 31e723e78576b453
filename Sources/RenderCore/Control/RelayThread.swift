// SPDX-License-Identifier: Apache-2.0
// The thread that renders behind a relay.

internal import CRealtime
internal import Threads

/// Renders what a relay is handed, until this is dismissed.
///
/// > Threading: Control.
@safe
package final class RelayThread {
  private let relay: FarRelay
  private var thread: SystemThread?

  /// Starts the thread; `nil` when the system allows none.
  ///
  /// - Parameters:
  ///   - relay: the relay to serve; it has no other thread.
  ///   - realtimePriority: the SCHED_FIFO priority of the driver's thread, below which this one
  ///     stays; `nil` without real-time scheduling.
  package init?(serving relay: FarRelay, realtimePriority: Int?) {
    self.relay = relay
    let priority = realtimePriority.map { max($0 - 1, 1) }
    thread = try? SystemThread("render-relay", realtimePriority: priority) {
      tarmac_guard_thread()
      tarmac_touch_stack()
      relay.serve()
    }
    if thread == nil { return nil }
  }

  deinit {
    dismiss()
  }

  /// Keeps the memory of this process from being swapped out, where the system allows that: no
  /// block waits for the disk.
  package static func lockMemory() {
    _ = tarmac_lock_memory()
  }

  /// Ends the thread; waits for what it is rendering.
  package func dismiss() {
    guard let thread else { return }
    relay.dismiss()
    thread.join()
    self.thread = nil
  }
}
