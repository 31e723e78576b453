// SPDX-License-Identifier: Apache-2.0
// The frames of an MPEG file, counted by their headers: what its first frame says of them is a
// guess.

/// What a file of MPEG frames consists of.
///
/// > Threading: Worker.
struct MPEGStructure {
  /// What a frame's header says.
  struct Header: Equatable {
    let rate: Int
    let isStereo: Bool
    /// Frames of sound in it.
    let samples: Int
    let bytes: Int

    /// Reads one; `nil` where it is none, or says no length.
    init?(_ bytes: some Collection<UInt8>) {
      let bytes = Array(bytes)
      guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
      let (version, layer) = (Int(bytes[1] >> 3 & 3), 4 - Int(bytes[1] >> 1 & 3))
      let (bitrate, rate) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
      guard version != 1, layer < 4, (1...14).contains(bitrate), rate < 3 else { return nil }
      let isFirst = version == 3
      self.rate = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
      isStereo = bytes[3] >> 6 != 3
      samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
      let kilobits = Header.bitrates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][bitrate - 1]
      let padding = Int(bytes[2] >> 1 & 1)
      let slots = samples / 8 * kilobits * 1000 / self.rate
      self.bytes = layer == 1 ? (slots / 4 + padding) * 4 : slots + padding
    }

    private static let bitrates = [
      [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
      [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
      [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
      [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
      [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
  }

  /// A place where the file is no sound, by the frames of sound before it.
  struct Damage: Equatable {
    let frame: Int
    let bytes: Int
  }

  let first: Header
  /// Whether any frame has two channels.
  private(set) var isStereo = false
  private(set) var damages: [Damage] = []
  /// From which frame of sound on it goes on at another rate, to its end or for long, and which.
  private(set) var change: (frame: Int, rate: Int)?

  /// So many frames in a row are no sound that looks like headers.
  private static let lasting = 8
  /// How far behind the file's beginning its first frame may be.
  private static let longestJunk = 1 << 16

  /// Whether a file begins with a frame, behind its tags and zeros.
  static func begins(in descriptor: borrowing Descriptor) -> Bool {
    var bytes = FileBytes(of: descriptor)
    var offset = bytes.startBehindTags()
    while offset < longestJunk * 16, bytes.read(1, at: offset).first == 0 { offset += 1 }
    return isFrame(at: offset, in: &bytes)
  }

  /// Goes through a file; `nil` where nothing in it is a frame.
  init?(_ descriptor: borrowing Descriptor) {
    var bytes = FileBytes(of: descriptor)
    let start = bytes.startBehindTags()
    guard
      var offset = Self.nextFrame(from: start, before: start + Self.longestJunk * 16, in: &bytes),
      let first = Header(bytes.read(4, at: offset))
    else { return nil }
    self.first = first
    var (frame, others) = (0, 0)
    while offset < bytes.count {
      if let header = Header(bytes.read(4, at: offset)), offset + header.bytes <= bytes.count {
        isStereo = isStereo || header.isStereo
        if header.rate == first.rate {
          (frame, others) = (frame + header.samples, 0)
        } else {
          others += 1
          if others == Self.lasting, change == nil { change = (frame, header.rate) }
        }
        offset += header.bytes
      } else if let length = bytes.tagLength(at: offset) {
        offset += length
      } else if Self.isEnd(at: offset, in: &bytes) {
        break
      } else {
        guard let next = Self.nextFrame(from: offset + 1, before: bytes.count, in: &bytes) else {
          break
        }
        damages.append(Damage(frame: frame, bytes: next - offset))
        offset = next
      }
    }
  }

  /// Whether the tags that may follow the sound begin here.
  private static func isEnd(at offset: Int, in bytes: inout FileBytes) -> Bool {
    ["TAG", "APETAGEX", "LYRICSBEGIN"].contains { bytes.has($0, at: offset) }
  }

  /// Where two frames that are alike follow each other, or the last frame of the file is.
  private static func nextFrame(
    from start: Int,
    before end: Int,
    in bytes: inout FileBytes
  ) -> Int? {
    var offset = start
    while offset < min(end, bytes.count) {
      let piece = bytes.read(1 << 15, at: offset)
      guard !piece.isEmpty else { return nil }
      for (index, byte) in zip(piece.indices, piece) where byte == 0xFF {
        let place = offset + index - piece.startIndex
        if place < end, isFrame(at: place, in: &bytes) { return place }
      }
      offset += piece.count
    }
    return nil
  }

  private static func isFrame(at offset: Int, in bytes: inout FileBytes) -> Bool {
    guard let header = Header(bytes.read(4, at: offset)) else { return false }
    let end = offset + header.bytes
    if end == bytes.count || isEnd(at: end, in: &bytes) { return true }
    guard let next = Header(bytes.read(4, at: end)) else { return false }
    return next.rate == header.rate && next.samples == header.samples
  }
}
