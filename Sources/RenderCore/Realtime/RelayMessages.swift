// SPDX-License-Identifier: Apache-2.0
// MIDI messages of a block, in memory that two processes share.

internal import Synchronization

/// A list of messages in shared memory: how many, the frame and the size of each, then all their
/// bytes.
///
/// > Threading: Realtime; it belongs to one end of a relay at a time.
@safe
struct RelayMessages {
  private static var headBytes: Int { @_noLocks get { 64 } }
  private static var tableBytes: Int { @_noLocks get { MIDIList.mostMessages &* 8 } }
  /// How much memory a list takes.
  static var bytes: Int { @_noLocks get { headBytes &+ tableBytes &+ MIDIList.mostBytes } }

  private let base: UnsafeMutableRawPointer

  @_noLocks
  init(_ base: UnsafeMutableRawPointer) {
    unsafe self.base = unsafe base
  }

  private var count: UnsafeMutablePointer<Atomic<UInt32>> {
    @_noLocks get { unsafe base.word(at: 0) }
  }

  /// The frame of a message, and behind it the size.
  @_noLocks
  private func entry(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    unsafe base.word(at: RelayMessages.headBytes &+ index &* 8)
  }

  private var text: UnsafeMutablePointer<UInt8> {
    @_noLocks get {
      let offset = RelayMessages.headBytes &+ RelayMessages.tableBytes
      return unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// Writes all messages of a list, in its order.
  @_noLocks
  func write(_ list: borrowing MIDIList) {
    var used = 0
    for index in 0..<list.count {
      let message = list.message(index)
      let entry = unsafe entry(index)
      unsafe entry[0].store(UInt32(truncatingIfNeeded: message.frame), ordering: .relaxed)
      unsafe entry[1].store(UInt32(truncatingIfNeeded: message.count), ordering: .relaxed)
      let target = unsafe UnsafeMutableRawPointer(text + used)
      unsafe target.copyMemory(from: message.bytes, byteCount: message.count)
      used &+= message.count
    }
    unsafe count.pointee.store(UInt32(truncatingIfNeeded: list.count), ordering: .relaxed)
  }

  /// Adds copies of the messages to a list, as far as they can be those of a block of so many
  /// frames.
  ///
  /// Whatever the other end has written: they are in order afterwards, and within the block, and no
  /// longer than the memory.
  @_noLocks
  func read(into list: inout MIDIList, frames: Int) {
    var (used, last) = (0, 0)
    let count = unsafe Int(count.pointee.load(ordering: .relaxed))
    for index in 0..<min(count, MIDIList.mostMessages) {
      let entry = unsafe entry(index)
      let frame = unsafe Int(entry[0].load(ordering: .relaxed))
      let size = unsafe Int(entry[1].load(ordering: .relaxed))
      guard size > 0, size <= MIDIList.mostBytes &- used else { return }
      last = max(last, min(frame, frames &- 1))
      unsafe list.insert(frame: last, bytes: text + used, count: size)
      used &+= size
    }
  }
}
