// SPDX-License-Identifier: Apache-2.0
// Keeps a plugin still while the control thread does something that LV2 does not allow beside
// run().

internal import CRealtime
internal import Glibc
internal import Synchronization

/// A gate with room for one: the audio thread passes it by if it is taken, the control thread
/// waits.
struct PluginGate: ~Copyable {
  private let taken = Atomic(false)

  /// > Threading: Control.
  init() {}

  /// Returns whether the plugin may run; then `leave` must follow.
  @_noLocks
  borrowing func enter() -> Bool {
    !taken.exchange(true, ordering: .acquiring)
  }

  @_noLocks
  borrowing func leave() {
    taken.store(false, ordering: .releasing)
  }

  /// Waits for the block that is being rendered; returns `false` when the plugin has not come back
  /// in two seconds.
  ///
  /// > Threading: Control.
  borrowing func wait() -> Bool {
    let end = tarmac_nanoseconds() + 2_000_000_000
    while !enter() {
      guard tarmac_nanoseconds() < end else { return false }
      sched_yield()
    }
    return true
  }
}
