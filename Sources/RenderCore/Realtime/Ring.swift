// SPDX-License-Identifier: Apache-2.0
// The bounded queue between one writer and one reader; every crossing of the real-time border is
// one of these.

package import Synchronization

/// A bounded queue of fixed-size values with one writer and one reader.
///
/// A full ring refuses (`send` returns `false`) and never blocks.
///
/// > Threading: Any, one thread writing and one reading.
@safe
package struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let readIndex = Atomic<Int>(0)
  @usableFromInline let writeIndex = Atomic<Int>(0)

  /// Makes a ring for at least `capacity` elements; the capacity is rounded up to a power of two.
  ///
  /// > Threading: Control.
  package init(capacity: Int) {
    let size = Ring.size(for: capacity)
    unsafe slots = .allocate(capacity: size)
    mask = size - 1
  }

  /// > Threading: Control.
  static func size(for capacity: Int) -> Int {
    precondition(capacity > 0, "a ring holds at least one element")
    return 1 << (Int.bitWidth - (capacity - 1).leadingZeroBitCount)
  }

  deinit {
    unsafe slots.deallocate()
  }

  /// Appends `element`; returns `false` when the ring is full.
  @inlinable
  package borrowing func send(_ element: Element) -> Bool {
    guard stage(element, behind: 0) else { return false }
    show(1)
    return true
  }

  /// Writes `element` behind `count` others that the reader does not see yet; returns `false` when
  /// the ring is full.
  @inlinable
  package borrowing func stage(_ element: Element, behind count: Int) -> Bool {
    let write = writeIndex.load(ordering: .relaxed) &+ count
    guard write &- readIndex.load(ordering: .acquiring) <= mask else { return false }
    unsafe slots[write & mask] = element
    return true
  }

  /// Lets the reader see the next `count` elements that were staged, all at once.
  @inlinable
  package borrowing func show(_ count: Int) {
    writeIndex.store(writeIndex.load(ordering: .relaxed) &+ count, ordering: .releasing)
  }

  /// Takes the oldest element, if there is one.
  @inlinable
  package borrowing func receive() -> Element? {
    let read = readIndex.load(ordering: .relaxed)
    guard read != writeIndex.load(ordering: .acquiring) else { return nil }
    let element = unsafe slots[read & mask]
    readIndex.store(read &+ 1, ordering: .releasing)
    return element
  }

  /// How many elements wait; exact only for the reader and the writer themselves.
  @inlinable
  package borrowing func count() -> Int {
    writeIndex.load(ordering: .acquiring) &- readIndex.load(ordering: .acquiring)
  }
}

// A generic body of another file can't be checked in a debug build, so the rings of the border are
// spelt out here.

extension Ring where Element == RenderCommand {
  /// Takes the oldest command, if there is one.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func next() -> RenderCommand? {
    receive()
  }
}

extension Ring where Element == TransportRequest {
  /// Takes the oldest order, if there is one.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func next() -> TransportRequest? {
    receive()
  }
}

extension Ring where Element == ControlMessage {
  /// Takes the oldest message, if there is one.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func next() -> ControlMessage? {
    receive()
  }

  /// Sends a message; returns `false` when the ring is full.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func put(_ message: ControlMessage) -> Bool {
    send(message)
  }
}

extension Ring where Element == RenderReport {
  /// Sends a report; returns `false` when the ring is full.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func put(_ report: RenderReport) -> Bool {
    send(report)
  }
}
