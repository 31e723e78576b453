// SPDX-License-Identifier: Apache-2.0
// Looks for what tags say in whatever way a file keeps them.

/// The ends of a file, in which tags are looked for.
///
/// Whatever keeps tags (Vorbis comments, ID3v2, APE, MP4) writes the name of a value and then the
/// value as text, near one end of the file. So names are looked for there, with or without zeros
/// between their letters (UTF-16), and no format has to be understood.
struct TagText {
  /// How much is searched at either end of a file: pictures may come before what is looked for.
  private static let (headBytes, tailBytes) = (1 << 20, 1 << 16)
  /// How far behind its name a value may be, and how long it may be.
  private static let (mostGap, longest) = (24, 16)

  private let pieces: [[UInt8]]
  private let texts: [[UInt8]]

  /// Reads the ends of an open file, of its beginning so many bytes.
  ///
  /// > Threading: Worker.
  init(of descriptor: borrowing Descriptor, headBytes: Int = headBytes) {
    var bytes = FileBytes(of: descriptor)
    let head = Array(bytes.read(headBytes, at: 0))
    let tail = Array(bytes.read(Self.tailBytes, at: max(head.count, bytes.count - Self.tailBytes)))
    self.init([head, tail])
  }

  /// Takes pieces of a file.
  init(_ pieces: [[UInt8]]) {
    self.pieces = pieces
    texts = pieces.map { $0.filter { $0 != 0 } }
  }

  /// The number of a Vorbis comment, or else behind its name wherever that is, such as `-6.48 dB`;
  /// the name is in small letters, and may be in any case in the file.
  func number(_ name: String) -> Double? {
    if let number = comment(name).flatMap(Self.number) { return number }
    let name = Array(name.utf8)
    return texts.lazy.flatMap { text in
      Self.starts(of: name, in: text).lazy.compactMap { start in
        Self.number(in: text[(start + name.count)...].prefix(Self.mostGap + Self.longest))
      }
    }.first
  }

  /// Whether a name begins like this; it is in small letters here.
  func has(_ name: String) -> Bool {
    texts.contains { !Self.starts(of: Array(name.utf8), in: $0).isEmpty }
  }

  /// The text of a frame of ID3v2, without its encoding, and without zeros in between.
  func frame(_ name: String) -> ArraySlice<UInt8>? {
    let header = 10
    let letters = Array(name.utf8)
    for bytes in pieces {
      for start in Self.starts(of: Array(name.lowercased().utf8), in: bytes) {
        guard bytes[start...].starts(with: letters), bytes.count >= start + header else { continue }
        // So short a length is written alike in all versions.
        let length = Int(bytes[start + 7])
        let isShort = bytes[(start + 4)..<(start + 7)].allSatisfy { $0 == 0 }
        guard isShort, (2...4 * Self.longest).contains(length),
          start + header + length <= bytes.count
        else { continue }
        let text = bytes[(start + header + 1)..<(start + header + length)]
        return text.filter { ![0, 0xFE, 0xFF].contains($0) }[...]
      }
    }
    return nil
  }

  /// The value of a Vorbis comment.
  ///
  /// Its length comes before its name. What follows it directly, the length of the next one, may
  /// look like a part of it.
  func comment(_ name: String) -> ArraySlice<UInt8>? {
    let name = Array(name.utf8)
    for bytes in pieces {
      for start in Self.starts(of: name, in: bytes) where start >= 4 {
        let length = bytes[(start - 4)..<start].littleEndian - name.count - 1
        let value = start + name.count + 1
        guard (1...2 * Self.longest).contains(length), value + length <= bytes.count,
          bytes[value - 1] == UInt8(ascii: "=")
        else { continue }
        return bytes[value..<(value + length)]
      }
    }
    return nil
  }

  /// Where a name is, in any case; it is in small letters here.
  private static func starts(of name: [UInt8], in bytes: [UInt8]) -> [Int] {
    var (found, from): ([Int], Int) = ([], 0)
    while let first = bytes[from...].firstIndex(where: { $0 | 0x20 == name[0] }) {
      from = first + 1
      guard bytes.count - first > name.count else { break }
      if zip(bytes[first...], name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) {
        found.append(first)
      }
    }
    return found
  }

  /// The first number in a piece of text.
  private static func number(in bytes: ArraySlice<UInt8>) -> Double? {
    let digits = bytes.drop { !isDigit($0) }.prefix(longest).prefix(while: isDigit)
    let text = String(decoding: digits, as: UTF8.self)
    return Double(text.hasPrefix("+") ? String(text.dropFirst()) : text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
      || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte)
  }
}
