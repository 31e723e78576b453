// SPDX-License-Identifier: Apache-2.0
// Values that go to many clients at once, and their JSON, which is written once for all of them.

internal import ControlTree
internal import StrictJSON
import Synchronization

/// Values with their paths; all copies share the JSON.
package struct TreeEntries: Sendable {
  private let entries: [TreeEntry]
  private let text: Text

  /// The JSON, written when it is first needed.
  private final class Text: Sendable {
    let bytes = Mutex<[UInt8]?>(nil)
  }

  /// Takes values.
  package init(_ entries: [TreeEntry]) {
    (self.entries, text) = (entries, Text())
  }

  /// The values as JSON, as the encoder would write them.
  package var json: [UInt8] {
    text.bytes.withLock { bytes in
      if let bytes { return bytes }
      let written = write()
      bytes = written
      return written
    }
  }

  private func write() -> [UInt8] {
    var writer = JSONWriter(capacity: entries.count * 64 + 2)
    writer.write(json: "[")
    for (index, entry) in entries.enumerated() {
      if index > 0 { writer.write(json: ",") }
      writer.write(json: #"{"path":"#)
      writer.write(entry.path)
      writer.write(json: #","value":"#)
      writer.write(entry.value)
      writer.write(json: "}")
    }
    writer.write(json: "]")
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes a value of the tree; a number that JSON cannot hold is `null`.
  fileprivate mutating func write(_ value: TreeValue) {
    switch value {
    case .number(let number): write(number)
    case .long(let number): write(number)
    case .toggle(let isOn): write(isOn)
    case .text(let text): write(text)
    }
  }
}

extension TreeEntries: RandomAccessCollection {
  /// The place of the first value.
  package var startIndex: Int { entries.startIndex }
  /// The place after the last value.
  package var endIndex: Int { entries.endIndex }
  /// The value at a place.
  package subscript(index: Int) -> TreeEntry { entries[index] }
}

extension TreeEntries: Hashable {
  /// Whether the values are the same.
  package static func == (lhs: TreeEntries, rhs: TreeEntries) -> Bool { lhs.entries == rhs.entries }
  /// Hashes the values.
  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension TreeEntries: Codable {
  /// Reads a list of values.
  package init(from decoder: any Decoder) throws {
    self.init(try [TreeEntry](from: decoder))
  }

  /// Writes a list of values.
  package func encode(to encoder: any Encoder) throws {
    try entries.encode(to: encoder)
  }
}
