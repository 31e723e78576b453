// SPDX-License-Identifier: Apache-2.0
// Pictures in sound files: where FLAC, ID3, Ogg and MP4 keep them.

internal import FoundationEssentials

/// The pictures of a sound file.
enum EmbeddedPictures {
  private static let frontCover = 3
  /// How many bytes may come before a picture in its block: its type and a text.
  private static let mostLead = 1_024
  /// How much of a file's tags is read: a picture in base 64, and whatever is beside it.
  private static let mostBytes = 2 * Artwork.mostBytes
  private static let mostBlocks = 1_000

  /// The first picture that was found, until a front cover is.
  private struct Best {
    var picture: Artwork?
    var isFront = false

    mutating func add(_ kind: Int, _ bytes: some Collection<UInt8>) {
      guard !isFront, picture == nil || kind == frontCover, let found = Artwork(bytes) else {
        return
      }
      (picture, isFront) = (found, kind == frontCover)
    }
  }

  /// The front cover, or else the first picture.
  static func best(in descriptor: borrowing Descriptor) -> Artwork? {
    var bytes = FileBytes(of: descriptor)
    var best = Best()
    id3(&bytes, &best)
    flac(&bytes, &best)
    ogg(&bytes, &best)
    if var tags = MP4Tags(descriptor), let cover = tags.value("covr", atMost: Artwork.mostBytes) {
      best.add(frontCover, cover)
    }
    return best.picture
  }

  // MARK: FLAC

  private static func flac(_ bytes: inout FileBytes, _ best: inout Best) {
    var offset = bytes.startBehindTags()
    guard bytes.has("fLaC", at: offset) else { return }
    offset += 4
    for _ in 0..<mostBlocks where !best.isFront {
      let header = Array(bytes.read(4, at: offset))
      guard header.count == 4 else { break }
      let length = header[1...].bigEndian
      if header[0] & 0x7F == 6, length <= Artwork.mostBytes + mostLead {
        add(bytes.read(length, at: offset + 4), to: &best)
      }
      if header[0] & 0x80 != 0 { break }
      offset += 4 + length
    }
  }

  /// Reads a block of FLAC: what it shows, its type, a text, four numbers, and the picture.
  private static func add(_ block: some Collection<UInt8>, to best: inout Best) {
    let block = Array(block)
    var offset = 4
    func number() -> Int? {
      guard offset + 4 <= block.count else { return nil }
      defer { offset += 4 }
      return block[offset..<(offset + 4)].bigEndian
    }
    for _ in 0..<2 {
      guard let length = number() else { return }
      offset += length
    }
    offset += 16
    guard let length = number(), offset + length <= block.count else { return }
    best.add(block[..<4].bigEndian, block[offset..<(offset + length)])
  }

  // MARK: ID3v2

  private static func id3(_ bytes: inout FileBytes, _ best: inout Best) {
    let place = tagChunk(of: &bytes) ?? 0
    guard let length = bytes.tagLength(at: place), length <= mostBytes else { return }
    var tag = Array(bytes.read(length, at: place))
    guard tag.count == length, (2...4).contains(tag[3]) else { return }
    let (version, flags) = (Int(tag[3]), tag[5])
    if flags & 0x80 != 0, version < 4 { tag = Array(tag[..<10]) + synchronized(tag[10...]) }
    var offset = 10
    if flags & 0x40 != 0, version > 2, tag.count > 14 {
      let size = Array(tag[10..<14])
      offset += version == 3 ? 4 + size.bigEndian : size.sevenBit
    }
    let (nameBytes, headerBytes) = version == 2 ? (3, 6) : (4, 10)
    for _ in 0..<mostBlocks where !best.isFront {
      guard offset >= 0, offset + headerBytes <= tag.count, tag[offset] != 0 else { break }
      let size = Array(tag[(offset + nameBytes)..<(offset + 2 * nameBytes)])
      // Some programs write plain sizes into the newest version.
      let isSevenBit = version == 4 && size.allSatisfy { $0 < 0x80 }
      let length = isSevenBit ? size.sevenBit : size.bigEndian
      let start = offset + headerBytes
      guard length > 0, length <= tag.count - start else { break }
      let name = tag[offset..<(offset + nameBytes)]
      if name.elementsEqual("APIC".utf8) || name.elementsEqual("PIC".utf8) {
        var frame = tag[start..<(start + length)]
        if version == 4 {
          let manner = tag[offset + 9]
          if manner & 1 != 0 { frame = frame.dropFirst(4) }
          if manner & 2 != 0 { frame = synchronized(frame)[...] }
        }
        add(frame: frame, version, to: &best)
      }
      offset = start + length
    }
  }

  /// Where the chunk of a WAV or AIFF file is that holds a tag.
  private static func tagChunk(of bytes: inout FileBytes) -> Int? {
    let isAIFF = bytes.has("FORM", at: 0)
    guard isAIFF || bytes.has("RIFF", at: 0) else { return nil }
    var offset = 12
    for _ in 0..<mostBlocks {
      guard let chunk = bytes.chunk(at: offset, isBigEndian: isAIFF) else { return nil }
      if String(decoding: chunk.name, as: UTF8.self).uppercased() == "ID3 " { return offset + 8 }
      offset = chunk.next
    }
    return nil
  }

  /// Reads a frame: the encoding of its text, the type, what it shows, the text, and the picture,
  /// which is found by how it begins.
  private static func add(frame: ArraySlice<UInt8>, _ version: Int, to best: inout Best) {
    let rest = frame.dropFirst()
    let kind =
      version == 2 ? rest.dropFirst(3).first : rest.drop { $0 != 0 }.dropFirst().first
    let starts = frame.indices.prefix(mostLead)
    guard let start = starts.first(where: { Artwork.type(of: frame[$0...]) != nil }) else {
      return
    }
    best.add(Int(kind ?? 0), frame[start...])
  }

  /// Without the zeros that keep old decoders from taking a picture for sound.
  private static func synchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var whole: [UInt8] = []
    whole.reserveCapacity(bytes.count)
    for byte in bytes where !(byte == 0 && whole.last == 0xFF) { whole.append(byte) }
    return whole
  }

  // MARK: Ogg

  private static func ogg(_ bytes: inout FileBytes, _ best: inout Best) {
    guard let packet = OggPacket.second(in: &bytes, atMost: mostBytes) else { return }
    for prefix in ["\u{3}vorbis", "OpusTags"] where packet.starts(with: prefix.utf8) {
      comments(packet.dropFirst(prefix.utf8.count), &best)
    }
  }

  private static func comments(_ text: ArraySlice<UInt8>, _ best: inout Best) {
    var rest = text
    func take() -> ArraySlice<UInt8>? {
      guard rest.count >= 4 else { return nil }
      let length = rest.prefix(4).littleEndian
      guard length <= rest.count - 4 else { return nil }
      defer { rest = rest.dropFirst(4 + length) }
      return rest.dropFirst(4).prefix(length)
    }
    // The name of the program, and how many comments there are.
    guard take() != nil, rest.count >= 4 else { return }
    rest = rest.dropFirst(4)
    for _ in 0..<mostBlocks where !best.isFront {
      guard let comment = take() else { break }
      let name = comment.prefix { $0 != UInt8(ascii: "=") }
      guard String(decoding: name, as: UTF8.self).lowercased() == "metadata_block_picture",
        let block = Data(base64Encoded: Data(comment.dropFirst(name.count + 1)))
      else { continue }
      add(block, to: &best)
    }
  }
}
