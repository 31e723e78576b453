// SPDX-License-Identifier: Apache-2.0
// WAV files whose header does not say how long they are: a recorder that was killed, a pipe, more
// than 4 GB.

/// The sound of a WAV file whose header can't be believed, with one that can.
struct RIFFStructure {
  /// What is to be read before the sound.
  let prefix: [UInt8]
  /// Where the sound is.
  let range: Range<Int>
  /// What is wrong, to go on with after "the file".
  let remark: String

  private static let longestFormat = 1 << 12
  /// What a length says that nobody knew.
  private static let unknown = 0xFFFF_FFFF

  /// Looks at a file; `nil` where it is no WAV, or what its header says can be.
  init?(_ descriptor: borrowing Descriptor) {
    var bytes = FileBytes(of: descriptor)
    let isLong = bytes.has("RF64", at: 0)
    guard isLong || bytes.has("RIFF", at: 0), bytes.has("WAVE", at: 8) else { return nil }
    var (offset, format): (Int, [UInt8]) = (12, [])
    var said: Int?
    while true {
      guard let (name, size, next) = bytes.chunk(at: offset) else { return nil }
      if name.elementsEqual("data".utf8) {
        if !isLong || size != Self.unknown { said = size }
        break
      }
      if name.elementsEqual("fmt ".utf8) {
        let header = Array(bytes.read(8, at: offset))
        format = header + bytes.read(min(size + size % 2, Self.longestFormat), at: offset + 8)
      }
      if name.elementsEqual("ds64".utf8) {
        said = bytes.read(8, at: offset + 16).littleEndian
      }
      offset = next
    }
    let start = offset + 8
    let there = bytes.count - start
    guard format.count >= 24, let said, there > 0 else { return nil }
    let isUnknown = said == 0 || said == Self.unknown
    // A length of 32 bits has gone round.
    let isShort = !isLong && there > Self.unknown && said <= Self.unknown
    guard isUnknown || isShort, !Self.isChunk(at: start + said + said % 2, in: &bytes) else {
      return nil
    }
    let block = max(1, format[20..<22].littleEndian)
    let count = there / block * block
    range = start..<(start + count)
    prefix = Self.prefix(format, sound: count, frames: count / block)
    remark =
      isUnknown
      ? "does not say in its header how long it is, and is played to its end"
      : "is longer than its header can say (4 GB), and is played to its end"
  }

  /// Whether other chunks go on there to the very end of the file, so that the header is right.
  private static func isChunk(at start: Int, in bytes: inout FileBytes) -> Bool {
    var offset = start
    while offset < bytes.count {
      guard let chunk = bytes.chunk(at: offset),
        chunk.name.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return false }
      offset = chunk.next
    }
    // The last chunk's odd byte may be missing.
    return offset == bytes.count || offset == bytes.count + 1
  }

  /// A header with room for any length (RF64).
  private static func prefix(_ format: [UInt8], sound: Int, frames: Int) -> [UInt8] {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = 4 + 36 + format.count + 8 + sound
    return Array("RF64".utf8) + number(unknown, bytes: 4) + Array("WAVEds64".utf8)
      + number(28, bytes: 4) + number(size, bytes: 8) + number(sound, bytes: 8)
      + number(frames, bytes: 8) + number(0, bytes: 4) + format
      + Array("data".utf8) + number(unknown, bytes: 4)
  }
}
