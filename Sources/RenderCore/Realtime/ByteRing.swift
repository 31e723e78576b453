// SPDX-License-Identifier: Apache-2.0
// A ring of messages of any size, for the conversation between a plugin and its worker.

internal import CRealtime
internal import Synchronization

/// A bounded ring of byte messages with one writer and one reader.
///
/// > Threading: Any, one thread writing and one reading.
@safe
package struct ByteRing: ~Copyable, @unchecked Sendable {
  private let bytes: UnsafeMutableRawPointer
  private let mask: Int
  private let isMapped: Bool
  private let readIndex = Atomic<Int>(0)
  private let writeIndex = Atomic<Int>(0)

  /// Makes a ring of at least `capacity` bytes, four of which each message takes for its size.
  ///
  /// Most rings are touched, so that no thread of theirs waits for memory. One that is rarely used
  /// at all has pages of its own, which the system gives when they are.
  ///
  /// > Threading: Control.
  package init(capacity: Int, isRare: Bool = false) {
    let size = Ring<UInt8>.size(for: capacity)
    mask = size - 1
    if isRare, let pages = unsafe tarmac_pages_map(size) {
      unsafe bytes = pages
      isMapped = true
    } else {
      unsafe bytes = .allocate(byteCount: size, alignment: 64)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      isMapped = false
    }
  }

  deinit {
    if isMapped { unsafe tarmac_pages_unmap(bytes, mask + 1) } else { unsafe bytes.deallocate() }
  }

  /// Appends a message of `size` bytes; returns `false` when it does not fit.
  @_noLocks
  package borrowing func send(_ message: UnsafeRawPointer, size: Int) -> Bool {
    let start = writeIndex.load(ordering: .relaxed)
    let free = mask &+ 1 &- (start &- readIndex.load(ordering: .acquiring))
    guard size >= 0, size < Int(Int32.max), size &+ 4 <= free else { return false }
    for index in 0..<4 {
      unsafe bytes.storeBytes(
        of: UInt8(truncatingIfNeeded: size &>> (8 &* index)),
        toByteOffset: (start &+ index) & mask,
        as: UInt8.self
      )
    }
    let position = (start &+ 4) & mask
    let first = min(size, mask &+ 1 &- position)
    unsafe (bytes + position).copyMemory(from: message, byteCount: first)
    unsafe bytes.copyMemory(from: message + first, byteCount: size &- first)
    writeIndex.store(start &+ 4 &+ size, ordering: .releasing)
    return true
  }

  /// Whether there is no message at the moment.
  @_noLocks
  package borrowing func isEmpty() -> Bool {
    readIndex.load(ordering: .acquiring) == writeIndex.load(ordering: .acquiring)
  }

  /// Copies the oldest message to `buffer` and returns its size; `nil` when there is none.
  ///
  /// A message larger than `capacity` is dropped and 0 is returned.
  @_noLocks
  package borrowing func receive(into buffer: UnsafeMutableRawPointer, capacity: Int) -> Int? {
    let start = readIndex.load(ordering: .relaxed)
    guard start != writeIndex.load(ordering: .acquiring) else { return nil }
    var size = 0
    for index in 0..<4 {
      let byte = unsafe bytes.load(fromByteOffset: (start &+ index) & mask, as: UInt8.self)
      size |= Int(byte) &<< (8 &* index)
    }
    let fits = size <= capacity
    if fits {
      let position = (start &+ 4) & mask
      let first = min(size, mask &+ 1 &- position)
      unsafe buffer.copyMemory(from: bytes + position, byteCount: first)
      unsafe (buffer + first).copyMemory(from: bytes, byteCount: size &- first)
    }
    readIndex.store(start &+ 4 &+ size, ordering: .releasing)
    return fits ? size : 0
  }
}
