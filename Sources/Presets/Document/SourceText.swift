// SPDX-License-Identifier: Apache-2.0
// A text prepared for the YAML parser: without a byte order mark, and with JSON's surrogate pairs
// joined.

/// The bytes of a file, and their columns in it.
struct SourceText {
  /// The bytes for the parser.
  let bytes: [UInt8]
  /// The escapes that became one character, by their line.
  private var joins: [Int: [Int]] = [:]

  /// How many more characters a surrogate pair of escapes has than the one that it means.
  private static let lost = 11
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Takes the bytes of a file.
  init(_ file: [UInt8]) {
    let isMarked = file.starts(with: Self.byteOrderMark)
    bytes = isMarked ? Array(file.dropFirst(Self.byteOrderMark.count)) : file
  }

  private init(bytes: [UInt8], joins: [Int: [Int]]) {
    (self.bytes, self.joins) = (bytes, joins)
  }

  /// The column in the file, from 1, of a character that the parser has found in a column from 0.
  func column(_ column: Int, line: Int) -> Int {
    let before = joins[line]?.count { $0 < column } ?? 0
    return column + before * Self.lost + 1
  }

  /// The text with JSON's surrogate pairs (`\ud83c\udfa7`) replaced by their characters, because
  /// YAML has no such pairs; `nil` when there is none in double quotes.
  var joined: SourceText? {
    var scan = Scan(bytes)
    scan.run()
    return scan.joins.isEmpty ? nil : SourceText(bytes: scan.output, joins: scan.joins)
  }

  /// Looks for escapes within double quotes; there are none in other quotes, comments and plain
  /// words.
  private struct Scan {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 0
    private var column = 0
    var output: [UInt8] = []
    var joins: [Int: [Int]] = [:]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      output.reserveCapacity(bytes.count)
    }

    mutating func run() {
      while let byte = peek() {
        switch byte {
        case UInt8(ascii: "\"") where beginsHere: quoted()
        case UInt8(ascii: "'") where beginsHere:
          take()
          while let next = peek(), next != UInt8(ascii: "'") { take() }
          take()
        case UInt8(ascii: "#") where isBehindSpace:
          while let next = peek(), next != UInt8(ascii: "\n") { take() }
        default: take()
        }
      }
    }

    private mutating func quoted() {
      take()
      while let byte = peek(), byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\") else {
          take()
          continue
        }
        if let high = half(at: place), (0xD800..<0xDC00).contains(high),
          let low = half(at: place + 6), (0xDC00..<0xE000).contains(low),
          let scalar = UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        {
          joins[line, default: []].append(column)
          output += Array(String(Character(scalar)).utf8)
          place += 12
          column += 1
        } else {
          take()
          take()
        }
      }
      take()
    }

    /// The number of an escape `\uXXXX`.
    private func half(at start: Int) -> UInt32? {
      guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
        bytes[start + 1] == UInt8(ascii: "u")
      else { return nil }
      let digits = String(decoding: bytes[start + 2..<start + 6], as: UTF8.self)
      return UInt32(digits, radix: 16)
    }

    /// Whether a text may begin here: after a space or a separator of YAML.
    private var beginsHere: Bool {
      isBehindSpace || ",:[{".utf8.contains(bytes[place - 1])
    }

    private var isBehindSpace: Bool {
      place == 0 || " \t\r\n".utf8.contains(bytes[place - 1])
    }

    private func peek() -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take() {
      guard let byte = peek() else { return }
      output.append(byte)
      place += 1
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 0)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
