// SPDX-License-Identifier: Apache-2.0
// Bytes of an open file, from anywhere, for code that looks at its structure and does not decode
// it.

internal import Glibc

/// Reads a file in pieces that are larger than what is asked for, so that going through its headers
/// costs few system calls.
///
/// > Threading: Worker, one at a time.
struct FileBytes {
  private static let pieceBytes = 1 << 16
  private let descriptor: Int32
  /// How many bytes the file has.
  let count: Int
  private var piece: [UInt8] = []
  /// Where in the file the piece begins.
  private var start = 0

  /// Looks at a file that its owner keeps open meanwhile.
  init(of descriptor: borrowing Descriptor) {
    self.descriptor = descriptor.value
    count = FileIdentity(of: descriptor).size
  }

  /// The bytes from `offset` on: `length` of them, or as many as there are.
  mutating func read(_ length: Int, at offset: Int) -> ArraySlice<UInt8> {
    guard length > 0, offset >= 0, offset < count else { return [] }
    if offset < start || offset + length > start + piece.count {
      load(max(length, Self.pieceBytes), at: offset)
    }
    let first = offset - start
    guard first < piece.count else { return [] }
    return piece[first..<min(first + length, piece.count)]
  }

  private mutating func load(_ length: Int, at offset: Int) {
    var bytes = [UInt8](repeating: 0, count: min(length, count - offset))
    let done = unsafe pread(descriptor, &bytes, bytes.count, offset)
    bytes.removeLast(bytes.count - max(0, done))
    (piece, start) = (bytes, offset)
  }

  /// Whether the file has these letters at `offset`.
  mutating func has(_ letters: String, at offset: Int) -> Bool {
    read(letters.utf8.count, at: offset).elementsEqual(letters.utf8)
  }

  /// The chunk of a RIFF or AIFF file at `offset`: its name, the length of what it holds, and where
  /// the next one is: at an even place.
  mutating func chunk(
    at offset: Int,
    isBigEndian: Bool = false
  ) -> (name: ArraySlice<UInt8>, length: Int, next: Int)? {
    let header = read(8, at: offset)
    guard header.count == 8 else { return nil }
    let length = isBigEndian ? header.dropFirst(4).bigEndian : header.dropFirst(4).littleEndian
    return (header.prefix(4), length, offset + 8 + length + length % 2)
  }

  /// Where the sound begins: behind the ID3 tags that may precede every format.
  mutating func startBehindTags() -> Int {
    var offset = 0
    while let length = tagLength(at: offset) { offset += length }
    return offset
  }

  /// How long the ID3v2 tag at `offset` is, if there is one.
  mutating func tagLength(at offset: Int) -> Int? {
    let header = Array(read(10, at: offset))
    guard header.count == 10, header[..<3].elementsEqual("ID3".utf8),
      header[6...].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let size = header[6...].sevenBit
    let footer = header[5] & 0x10 == 0 ? 0 : 10
    return 10 + size + footer
  }
}

extension Collection where Element == UInt8 {
  /// The number that these bytes are, the lowest first.
  var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
  /// The number that these bytes are with seven bits each, the highest first, as in ID3v2.
  var sevenBit: Int { reduce(0) { $0 << 7 | Int($1) } }
  /// The number that these bytes are, the highest first.
  package var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}
