// SPDX-License-Identifier: Apache-2.0
// What a file says of its own loudness: ReplayGain, and the R128 tags of Opus files.

internal import Glibc
internal import Loudness

/// The loudness of a track and of its album, as tags say.
///
/// Whatever keeps tags (Vorbis comments, ID3v2, APE, MP4) writes the name of a value and then the
/// value as text, near one end of the file. So names are looked for there, in any case and with or
/// without zeros between their letters (UTF-16), and no format has to be understood.
struct LoudnessTags {
  private(set) var track: ProgrammeLoudness?
  private(set) var album: ProgrammeLoudness?

  /// How much is searched at either end of a file: pictures may come before what is looked for.
  private static let (headBytes, tailBytes) = (1 << 20, 1 << 16)
  /// How far behind its name a value may be, and how long it may be.
  private static let (mostGap, mostDigits) = (24, 16)
  /// The loudness to which gains of each kind lead, in LUFS.
  private static let (replayGain, r128) = (-18.0, -23.0)

  /// Reads a file's tags; `nil` where they say nothing of its loudness.
  ///
  /// > Threading: Worker.
  init?(path: String) {
    guard let file = try? SharedDescriptor(reading: path) else { return nil }
    var bytes = FileBytes(of: file.file)
    let head = Array(bytes.read(Self.headBytes, at: 0))
    let tail = Array(bytes.read(Self.tailBytes, at: max(head.count, bytes.count - Self.tailBytes)))
    self.init(in: [head, tail])
  }

  /// Reads what is in pieces of a file.
  init?(in pieces: [[UInt8]]) {
    let texts = pieces.map { $0.filter { $0 != 0 } }
    func number(_ name: String) -> Double? {
      let name = Array(name.utf8)
      return pieces.lazy.compactMap { Self.comment(name, in: $0) }.first
        ?? texts.lazy.compactMap { Self.number(behind: name, in: $0) }.first
    }
    func loudness(of part: String) -> ProgrammeLoudness? {
      let peak = number("replaygain_\(part)_peak").flatMap { $0 > 0 ? 20 * log10($0) : nil }
      if let gain = number("replaygain_\(part)_gain"), abs(gain) < 64 {
        return ProgrammeLoudness(
          integrated: Self.replayGain - gain,
          truePeak: peak,
          seconds: 0
        )
      }
      guard let gain = number("r128_\(part)_gain"), abs(gain) < 64 * 256 else { return nil }
      return ProgrammeLoudness(integrated: Self.r128 - gain / 256, truePeak: peak, seconds: 0)
    }
    (track, album) = (loudness(of: "track"), loudness(of: "album"))
    if track == nil, album == nil { return nil }
  }

  /// The number of a Vorbis comment.
  ///
  /// Its length comes before its name. What follows it directly, the length of the next one, may
  /// look like digits.
  private static func comment(_ name: [UInt8], in bytes: [UInt8]) -> Double? {
    for start in starts(of: name, in: bytes) where start >= 4 {
      let length = bytes[(start - 4)..<start].littleEndian - name.count - 1
      let value = start + name.count + 1
      guard (1...2 * mostDigits).contains(length), value + length <= bytes.count,
        bytes[value - 1] == UInt8(ascii: "=")
      else { continue }
      if let number = number(in: bytes[value..<(value + length)]) { return number }
    }
    return nil
  }

  /// The number behind a name, such as `-6.48 dB`.
  private static func number(behind name: [UInt8], in bytes: [UInt8]) -> Double? {
    starts(of: name, in: bytes).lazy.compactMap { start in
      number(in: bytes[(start + name.count)...].prefix(mostGap + mostDigits))
    }.first
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
    let digits = bytes.drop { !isDigit($0) }.prefix(mostDigits).prefix(while: isDigit)
    let text = String(decoding: digits, as: UTF8.self)
    return Double(text.hasPrefix("+") ? String(text.dropFirst()) : text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
      || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte)
  }
}
