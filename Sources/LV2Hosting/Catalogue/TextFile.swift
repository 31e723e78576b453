// SPDX-License-Identifier: Apache-2.0
// Reading and writing small files.

internal import Glibc
internal import RigFiles

/// Files of text, read and written as a whole.
///
/// > Threading: Control.
enum TextFile {
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
    (try? putFile(Array(text.utf8), at: file, durably: false)) != nil
  }
}
