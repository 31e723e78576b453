// SPDX-License-Identifier: Apache-2.0
// Splits bytes into lines, and never keeps more than one line of the greatest length.

/// Collects bytes from a stream and gives them back line by line.
package struct LineBuffer: Sendable {
  private let maximumBytes: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins; the bytes before it have been taken.
  private var start = 0
  private var searched = 0
  private var isSkipping = false

  /// A line, or the fact that one was too long.
  package enum Line: Hashable, Sendable {
    case complete([UInt8])
    case tooLong
  }

  /// Prepares to collect lines that are no longer than a number of bytes, without their ends.
  package init(maximumBytes: Int = ControlWire.maximumLineBytes) {
    self.maximumBytes = maximumBytes
  }

  /// Adds what was read.
  package mutating func append(_ new: some Sequence<UInt8>) {
    // Once for all lines that have been taken, so that the cost of many short lines depends on
    // their bytes only.
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: new)
  }

  /// Takes the next line without its end; `nil` when more bytes are needed.
  ///
  /// A line that is too long is reported once, as soon as that is known, and skipped up to its end.
  package mutating func next() -> Line? {
    while true {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        guard isSkipping || bytes.count - start > maximumBytes else {
          searched = bytes.count
          return nil
        }
        defer { isSkipping = true }
        drop(through: bytes.count)
        return isSkipping ? nil : .tooLong
      }
      let line = bytes[start..<end]
      drop(through: end + 1)
      if isSkipping {
        isSkipping = false
      } else if line.count > maximumBytes {
        return .tooLong
      } else if line.contains(where: { !Self.isBlank($0) }) {
        return .complete(Array(line))
      }
    }
  }

  /// Takes what is left when the stream has ended without a line's end.
  package mutating func rest() -> Line? {
    append(CollectionOfOne(UInt8(ascii: "\n")))
    return next()
  }

  private mutating func drop(through end: Int) {
    start = end
    searched = end
    guard start == bytes.count else { return }
    // Frees the memory of a long line.
    (bytes, start, searched) = ([], 0, 0)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }
}
