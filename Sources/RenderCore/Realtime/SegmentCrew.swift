// SPDX-License-Identifier: Apache-2.0
// Shares the groups of segments of a chunk out among the driver's thread and its helpers.

internal import Synchronization

/// The groups of one chunk, taken one by one by whoever is free.
///
/// Index and count of the claim are one word, so that a helper that comes late to a chunk either takes a group of
/// the present one or none; and the driver's thread changes the work only when every group taken has been finished.
///
/// > Threading: Realtime.
@safe
struct SegmentCrew: ~Copyable {
  /// Work that takes less than this in all is not worth waking anybody.
  static var leastNanoseconds: UInt64 { @_noLocks get { 30_000 } }

  /// What helpers sleep on.
  let bell: UnsafeMutablePointer<UInt32>
  /// How many helpers there are.
  let helpers = Atomic<Int>(0)
  /// Whether the helpers are to go.
  let isDismissed = Atomic<Bool>(false)
  /// The number of groups (high half) and the index of the next one (low half).
  private let claim = Atomic<UInt64>(0)
  private let finished = Atomic<Int>(0)

  /// Makes a crew without helpers.
  ///
  /// > Threading: Control.
  init() {
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
  }

  deinit {
    unsafe bell.deallocate()
  }

  /// Offers `count` groups and wakes the helpers; what they need must have been stored before.
  @_noLocks
  borrowing func offer(_ count: Int) {
    finished.store(0, ordering: .relaxed)
    claim.store(UInt64(truncatingIfNeeded: count) &<< 32, ordering: .releasing)
    unsafe Hatch.ring(bell)
  }

  /// Takes a group, if one is left.
  @_noLocks
  borrowing func take() -> Int? {
    // Looked at first, so that idle rounds do not count the index up.
    guard let _ = index(claim.load(ordering: .relaxed)) else { return nil }
    return index(claim.add(1, ordering: .acquiringAndReleasing).oldValue)
  }

  @_noLocks
  private borrowing func index(_ word: UInt64) -> Int? {
    let index = word & 0xFFFF_FFFF
    return index < word &>> 32 ? Int(truncatingIfNeeded: index) : nil
  }

  /// Says that a group that was taken is done.
  @_noLocks
  borrowing func finish() {
    finished.add(1, ordering: .releasing)
  }

  /// Waits until all `count` groups are done.
  @_noLocks
  borrowing func join(_ count: Int) {
    var spins = 0
    while finished.load(ordering: .acquiring) < count {
      spins &+= 1
      Hatch.relax(isLong: spins > 20_000)
    }
  }
}
