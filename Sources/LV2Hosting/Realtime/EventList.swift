// SPDX-License-Identifier: Apache-2.0
// Events on their way into a plugin or out of it, in the order of their frames.

/// A bounded list of events that stays sorted: by frame, and by arrival where frames are equal.
///
/// > Threading: Realtime.
@safe
struct EventList: ~Copyable {
  /// An event; its body is in the list's memory.
  struct Record: BitwiseCopyable {
    var frame: Int
    var slot: Int
    var type: UInt32
    var start: Int
    var size: Int
  }

  private(set) var count = 0
  private let capacity: Int
  private let mostRecords: Int
  private var records: UnsafeMutablePointer<Record>
  private var bytes: UnsafeMutableRawPointer
  private var spare: UnsafeMutableRawPointer
  private var used = 0

  /// > Threading: Control.
  init(capacity: Int, in arena: Arena) {
    let none = Record(frame: 0, slot: 0, type: 0, start: 0, size: 0)
    self.capacity = capacity
    mostRecords = capacity > 0 ? 1_024 : 0
    unsafe records = arena.array(of: none, count: mostRecords)
    unsafe bytes = arena.bytes(capacity)
    unsafe spare = arena.bytes(capacity)
  }

  /// Whether an event of this size could be inserted.
  @_noLocks
  func hasRoom(for size: Int) -> Bool {
    count < mostRecords && size <= capacity &- ((used &+ 7) & ~7)
  }

  @_noLocks
  func record(_ index: Int) -> Record { unsafe records[index] }

  @_noLocks
  func body(_ record: Record) -> UnsafeRawPointer { unsafe UnsafeRawPointer(bytes + record.start) }

  /// Takes a copy of an event; returns `false` when there is no room for it.
  @_noLocks
  mutating func insert(
    frame: Int,
    slot: Int,
    type: UInt32,
    body: UnsafeRawPointer,
    size: Int
  ) -> Bool {
    let start = (used &+ 7) & ~7
    guard size >= 0, hasRoom(for: size) else { return false }
    unsafe (bytes + start).copyMemory(from: body, byteCount: size)
    used = start &+ size
    var index = count
    while index > 0, unsafe records[index &- 1].frame > frame {
      unsafe records[index] = records[index &- 1]
      index &-= 1
    }
    unsafe records[index] = Record(frame: frame, slot: slot, type: type, start: start, size: size)
    count &+= 1
    return true
  }

  /// Marks an event as done with.
  @_noLocks
  mutating func finish(_ index: Int) { unsafe records[index].slot = -1 }

  /// Forgets what is done with, and counts the frames of the rest from `frames` later.
  @_noLocks
  mutating func advance(by frames: Int) {
    var kept = 0
    used = 0
    for index in 0..<count {
      var record = unsafe records[index]
      guard record.slot >= 0 else { continue }
      let start = (used &+ 7) & ~7
      unsafe (spare + start).copyMemory(from: bytes + record.start, byteCount: record.size)
      used = start &+ record.size
      record.start = start
      record.frame = max(0, record.frame &- frames)
      unsafe records[kept] = record
      kept &+= 1
    }
    count = kept
    if kept > 0 { unsafe (bytes, spare) = unsafe (spare, bytes) }
  }

  @_noLocks
  mutating func clear() {
    count = 0
    used = 0
  }
}
