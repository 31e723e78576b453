// SPDX-License-Identifier: Apache-2.0
// Shares the groups of segments of a chunk out among the driver's thread and its helpers.

internal import Synchronization

/// The groups of one chunk, taken one by one by threads that are free.
///
/// Each group has a word: the number of the chunk, the thread that rendered the group last, and how
/// far it is. The thread that moves it from offered to taken renders the group, and what is needed
/// for that does not change meanwhile. Each thread begins with the groups that it rendered last,
/// which are still in the caches of its processor, and then takes what the others have not begun.
/// If a helper does not come back, the driver's thread takes the word away from it: by its ticket
/// the helper finds out, however late, that nothing of the chunk is its own any more.
///
/// > Threading: Realtime.
@safe
struct SegmentDispatch: ~Copyable {
  /// Work that takes less than this in all is not worth waking anybody.
  static var leastNanoseconds: UInt64 { @_noLocks get { 30_000 } }
  /// How long the driver's thread waits for helpers at least where the driver keeps no time, and
  /// players wait for the disk.
  static var longPatience: UInt64 { @_noLocks get { 8_000_000_000 } }
  /// How many groups can be offered.
  static var capacity: Int { @_noLocks get { 1024 } }

  /// What helpers sleep on, each on a bell of its own: so it is always the first ones that come,
  /// which have what they rendered last.
  private let bells: UnsafeMutablePointer<UInt32>
  /// How many numbers there are for helpers, and how far apart their bells are.
  private static var bellCount: Int { @_noLocks get { 256 } }
  private static var bellStride: Int { @_noLocks get { 16 } }
  /// How many helpers there are.
  let helpers = Atomic<Int>(0)
  /// How many of all helpers have not come back.
  let missing = Atomic<Int>(0)
  /// How long the driver's thread waits for helpers in a chunk, in nanoseconds.
  let patience = Atomic<UInt64>(0)
  /// The number of the workers; helpers of earlier ones are to go.
  let era = Atomic<Int>(0)
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let offered = Atomic<Int>(0)
  private let chunk = Atomic<UInt64>(0)

  /// How far a group is: the low bits of its word.
  private enum Mark {
    static var offered: UInt64 { @_noLocks get { 0 } }
    static var taken: UInt64 { @_noLocks get { 1 } }
    static var done: UInt64 { @_noLocks get { 2 } }
    static var lost: UInt64 { @_noLocks get { 3 } }
  }

  /// A group that a thread has taken.
  struct Ticket {
    let index: Int
    fileprivate let word: UInt64
  }

  /// Makes a dispatch without helpers.
  ///
  /// > Threading: Control.
  init() {
    let count = SegmentDispatch.bellCount * SegmentDispatch.bellStride
    unsafe bells = .allocate(capacity: count)
    unsafe bells.initialize(repeating: 0, count: count)
    unsafe words = .allocate(capacity: SegmentDispatch.capacity)
    for index in 0..<SegmentDispatch.capacity {
      unsafe (words + index).initialize(to: Atomic(Mark.done))
    }
  }

  deinit {
    unsafe bells.deallocate()
    unsafe words.deallocate()
  }

  /// Offers groups, at most `capacity`, and wakes so many helpers; what they need must have been
  /// stored before.
  @_noLocks
  borrowing func offer(_ groups: UnsafeMutableBufferPointer<SegmentGroup>, to helpers: Int) {
    let number = chunk.load(ordering: .relaxed) &+ 1
    chunk.store(number, ordering: .relaxed)
    offered.store(groups.count, ordering: .relaxed)
    for index in 0..<groups.count {
      let member = UInt64(truncatingIfNeeded: unsafe groups[index].member)
      let word = number &<< 10 | member &<< 2 | Mark.offered
      unsafe words[index].store(word, ordering: .releasing)
    }
    // Those that have not come back do not hear.
    let called = helpers &+ missing.load(ordering: .relaxed)
    ring(min(called, self.helpers.load(ordering: .relaxed)))
  }

  /// What the helper with this number sleeps on.
  @_noLocks
  borrowing func bell(of member: UInt8) -> UnsafeMutablePointer<UInt32> {
    unsafe bells + Int(member) &* SegmentDispatch.bellStride
  }

  /// Wakes the first `count` helpers.
  @_noLocks
  borrowing func ring(_ count: Int) {
    var member: UInt8 = 0
    while member < count, member < .max {
      member &+= 1
      unsafe Hatch.ring(bell(of: member))
    }
  }

  /// The number of the chunk whose groups are offered.
  var number: UInt64 { @_noLocks get { chunk.load(ordering: .relaxed) } }

  /// Takes the first group from `next` on that is left of a chunk, and moves `next` behind it; only
  /// what `member` rendered last, unless that is `nil`.
  ///
  /// A thread that is still looking through one chunk when the next is offered gets nothing of
  /// that: it has to begin with its own.
  @_noLocks
  borrowing func take(
    of number: UInt64,
    from next: inout Int,
    lastBy member: UInt8?
  ) -> Ticket? {
    let count = offered.load(ordering: .relaxed)
    while next < count {
      let index = next
      next &+= 1
      let word = unsafe words[index].load(ordering: .relaxed)
      let taken = word | Mark.taken
      if let member, UInt8(truncatingIfNeeded: word &>> 2) != member { continue }
      guard word &>> 10 == number, word & 3 == Mark.offered else { continue }
      guard exchange(index, word, for: taken) else { continue }
      return Ticket(index: index, word: taken)
    }
    return nil
  }

  /// Whether a group still belongs to the thread that has taken it.
  @_noLocks
  borrowing func isValid(_ ticket: Ticket) -> Bool {
    unsafe words[ticket.index].load(ordering: .relaxed) == ticket.word
  }

  /// Whether a group still belongs to the thread that has taken it.
  ///
  /// The thread that takes it away later sees all that was written before.
  @_noLocks
  borrowing func confirm(_ ticket: Ticket) -> Bool {
    exchange(ticket.index, ticket.word, for: ticket.word)
  }

  /// Says that a group that was taken is done; a helper that comes too late is no longer missing.
  @_noLocks
  borrowing func finish(_ ticket: Ticket) {
    let isInTime = exchange(ticket.index, ticket.word, for: ticket.word ^ 3)
    if !isInTime { missing.subtract(1, ordering: .relaxed) }
  }

  /// Waits until all groups are done; returns `false` when patience ends before.
  ///
  /// Only as much of a wait counts as was seen of it: where the whole program was held up, so were
  /// the helpers.
  @_noLocks
  borrowing func join(isPatient: Bool = false) -> Bool {
    let usual = patience.load(ordering: .relaxed)
    let patience = isPatient ? max(usual, SegmentDispatch.longPatience) : usual
    var waited: UInt64 = 0
    var last = Hatch.nanoseconds()
    for index in 0..<offered.load(ordering: .relaxed) {
      while unsafe words[index].load(ordering: .acquiring) & 3 == Mark.taken {
        guard waited < patience else { return false }
        Hatch.relax(isLong: waited > 200_000)
        let now = Hatch.nanoseconds()
        waited &+= min(now &- last, 1_000_000)
        last = now
      }
    }
    return true
  }

  /// Takes a group away from the helper that has not come back with it; returns `false` when there
  /// is none.
  @_noLocks
  borrowing func revoke(_ index: Int) -> Bool {
    let word = unsafe words[index].load(ordering: .acquiring)
    guard word & 3 == Mark.taken, exchange(index, word, for: word | Mark.lost) else {
      return false
    }
    missing.add(1, ordering: .relaxed)
    return true
  }

  @_noLocks
  private borrowing func exchange(_ index: Int, _ word: UInt64, for other: UInt64) -> Bool {
    unsafe words[index].compareExchange(
      expected: word,
      desired: other,
      ordering: .acquiringAndReleasing
    ).exchanged
  }
}
