// SPDX-License-Identifier: Apache-2.0
// A byte ring that a plugin's worker and the audio thread share.

/// A `ByteRing` with an address of its own, kept alive as long as somebody holds this object.
///
/// > Threading: Any, one thread writing and one reading.
@safe
package final class SharedByteRing: @unchecked Sendable {
  /// The ring, for code that runs on the audio thread.
  package let pointer: UnsafeMutablePointer<ByteRing>

  /// Makes a ring of at least `capacity` bytes; a rare one takes no memory before it is used.
  package init(capacity: Int, isRare: Bool = false) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: ByteRing(capacity: capacity, isRare: isRare))
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// Appends a message of `size` bytes; returns `false` when it does not fit.
  package func send(_ message: UnsafeRawPointer, size: Int) -> Bool {
    unsafe pointer.pointee.send(message, size: size)
  }

  /// Copies the oldest message to `buffer` and returns its size; 0 for one that was too large,
  /// `nil` when there is none.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let base = buffer.baseAddress else { return nil }
    return unsafe pointer.pointee.receive(into: base, capacity: buffer.count)
  }
}
