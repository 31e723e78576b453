// SPDX-License-Identifier: Apache-2.0
// Reading and writing small files.

internal import Glibc
internal import Synchronization

/// Files of text, read and written as a whole.
///
/// > Threading: Control.
enum TextFile {
  private static let drafts = Atomic(0)

  /// The text of a file; `nil` when it can't be read or is not UTF-8.
  static func read(_ file: String) -> String? {
    guard let handle = unsafe fopen(file, "r") else { return nil }
    defer { unsafe fclose(handle) }
    var bytes: [UInt8] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while case let count = unsafe fread(buffer.baseAddress, 1, buffer.count, handle), count > 0 {
        unsafe bytes += buffer.prefix(count)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Writes a file as a whole or not at all; returns whether it is written.
  @discardableResult
  static func write(_ text: String, to file: String) -> Bool {
    // Of this thread's own: the program may run twice, and write one file from two threads.
    let draft = "\(file).\(getpid()).\(drafts.add(1, ordering: .relaxed).newValue)"
    guard let handle = unsafe fopen(draft, "w") else { return false }
    let isWritten = unsafe fputs(text, handle) >= 0
    let isClosed = unsafe fclose(handle) == 0
    guard isWritten, isClosed, unsafe rename(draft, file) == 0 else {
      unsafe unlink(draft)
      return false
    }
    return true
  }
}
