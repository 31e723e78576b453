// SPDX-License-Identifier: Apache-2.0
// Keeps a backend's thread out of the renderer before it is ended.

internal import Glibc
internal import Quantities
internal import Synchronization

/// Whether the thread of a backend may render, and whether it does.
///
/// libjack ends its thread by an asynchronous cancellation, wherever that is at the moment: inside
/// a plugin, it would hold locks that nothing could release. So the gate is shut first, and a
/// thread inside comes out. A thread that does not come back from a plugin can't be helped, and is
/// ended where it is.
///
/// > Threading: Realtime, except where said.
package struct CycleGate: ~Copyable, Sendable {
  /// How long a cycle that is under way is waited for.
  private static let patience = Seconds(2)

  private let isShut = Atomic(false)
  private let isInside = Atomic(false)
  /// Whether it is known that the thread inside does not come out.
  private let isGivenUp = Atomic(false)

  /// Makes one that is open.
  ///
  /// > Threading: Control.
  package init() {}

  /// Returns whether the cycle may be rendered; then `leave` must follow.
  @_noLocks
  package borrowing func enter() -> Bool {
    // Either the other thread sees this one inside, or this one sees the gate shut.
    isInside.store(true, ordering: .sequentiallyConsistent)
    if !isShut.load(ordering: .sequentiallyConsistent) { return true }
    leave()
    return false
  }

  /// Says that the cycle has been rendered.
  @_noLocks
  package borrowing func leave() {
    isInside.store(false, ordering: .releasing)
  }

  /// Lets no further cycle be rendered, and waits for the one that is; `false` when that has not
  /// ended in time.
  ///
  /// > Threading: Control.
  @discardableResult
  package borrowing func shut() -> Bool {
    isShut.store(true, ordering: .sequentiallyConsistent)
    let end = MonotonicTime.now.after(CycleGate.patience)
    while isInside.load(ordering: .sequentiallyConsistent) {
      guard .now < end, !isGivenUp.load(ordering: .relaxed) else { return false }
      usleep(200)
    }
    return true
  }

  /// Whether no further cycle is rendered.
  ///
  /// > Threading: Any.
  package var isClosed: Bool { isShut.load(ordering: .sequentiallyConsistent) }

  /// Whether a cycle is under way.
  ///
  /// > Threading: Any.
  package var isTaken: Bool { isInside.load(ordering: .relaxed) }

  /// Says that the thread inside does not come out, so that nothing waits for that.
  ///
  /// > Threading: Control.
  package borrowing func giveUp() {
    isGivenUp.store(true, ordering: .relaxed)
  }

  /// Lets cycles be rendered again.
  ///
  /// > Threading: Control, while the client is not active.
  package borrowing func open() {
    leave()
    isGivenUp.store(false, ordering: .relaxed)
    isShut.store(false, ordering: .sequentiallyConsistent)
  }
}
