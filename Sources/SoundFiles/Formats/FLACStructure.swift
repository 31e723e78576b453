// SPDX-License-Identifier: Apache-2.0
// Where in a FLAC file which sample is, by the headers of its frames, without decoding any.

/// The frames of a native FLAC file.
///
/// Every frame says in its header which sample it begins with, so one that comes after damage, or
/// that a seek wants, is found without those before it.
///
/// > Threading: Worker, one at a time.
struct FLACStructure {
  /// One frame: where it is, and what it holds.
  struct Frame: Hashable {
    let offset: Int
    let sample: Int
    let count: Int
  }

  /// The longest search for a frame that a header promises, and the longest header.
  private static let blindBytes = 1 << 20
  private static let headerBytes = 16

  private var bytes: FileBytes
  /// Marker and stream information: what every stream begins with.
  let prefix: [UInt8]
  /// How many samples of a channel the file says that it has; `nil` where it does not say.
  let samples: Int?
  private let firstFrame: Int
  private let blockSize: Int
  private let channels: Int
  private let bits: Int

  /// Looks at a file; `nil` where it is no native FLAC.
  init?(_ descriptor: borrowing Descriptor) {
    var bytes = FileBytes(of: descriptor)
    let start = bytes.startBehindTags()
    guard bytes.has("fLaC", at: start) else { return nil }
    let information = Array(bytes.read(38, at: start + 4))
    guard information.count == 38, information[0] & 0x7F == 0 else { return nil }
    // The only block of metadata, as what follows it is to be taken for.
    prefix = Array("fLaC".utf8) + [0x80] + information[1...]
    blockSize = information[6..<8].bigEndian
    channels = Int(information[16] >> 1 & 7) + 1
    bits = Int(information[16] & 1) << 4 | Int(information[17] >> 4) + 1
    let total = Int(information[17] & 0x0F) << 32 | information[18..<22].bigEndian
    samples = total == 0 ? nil : total
    guard let first = Self.end(ofMetadataIn: &bytes, from: start + 4) else { return nil }
    firstFrame = first
    self.bytes = bytes
  }

  private static func end(ofMetadataIn bytes: inout FileBytes, from start: Int) -> Int? {
    var offset = start
    while true {
      let header = Array(bytes.read(4, at: offset))
      guard header.count == 4 else { return nil }
      offset += 4 + header[1...].bigEndian
      if header[0] & 0x80 != 0 { return offset }
    }
  }

  /// What libsndfile is to read to go on with a frame.
  func range(from frame: Frame) -> Range<Int> { frame.offset..<bytes.count }

  /// The last frame of the file.
  mutating func lastFrame() -> Frame? {
    var window = 1 << 15
    while true {
      let start = max(firstFrame, bytes.count - window)
      if let last = last(from: start, where: { _ in true }) { return last }
      if start == firstFrame || window > Self.blindBytes { return nil }
      window *= 4
    }
  }

  /// The frame that holds a sample, or the last one before it.
  mutating func frame(holding sample: Int) -> Frame? {
    var (low, high) = (firstFrame, bytes.count)
    while high - low > 1 << 15 {
      let middle = (low + high) / 2
      if let frame = next(from: middle, before: high), frame.sample <= sample {
        low = max(frame.offset, low + 1)
      } else {
        high = middle
      }
    }
    return last(from: low) { $0.sample <= sample }
  }

  /// The first frame that begins behind a sample.
  mutating func frame(after sample: Int) -> Frame? {
    var offset = frame(holding: sample)?.offset ?? firstFrame
    while let frame = next(from: offset, before: bytes.count) {
      if frame.sample > sample { return frame }
      offset = frame.offset + 1
    }
    return nil
  }

  /// The last frame from `start` on before one that does not fulfil a condition.
  private mutating func last(from start: Int, where isMeant: (Frame) -> Bool) -> Frame? {
    var (offset, found): (Int, Frame?) = (start, nil)
    while let frame = next(from: offset, before: bytes.count), isMeant(frame) {
      // What looks like an earlier frame is sound that looks like a header.
      if frame.sample >= (found?.sample ?? 0) { found = frame }
      offset = frame.offset + 1
    }
    return found
  }

  /// The first frame that begins in a part of the file.
  private mutating func next(from start: Int, before end: Int) -> Frame? {
    var offset = max(start, firstFrame)
    while offset < end {
      let piece = bytes.read(min(1 << 15, end - offset), at: offset)
      guard !piece.isEmpty else { return nil }
      for (index, byte) in zip(piece.indices, piece) where byte == 0xFF {
        let place = offset + index - piece.startIndex
        if let frame = header(at: place) { return frame }
      }
      offset += piece.count
    }
    return nil
  }

  /// The frame whose header is at `offset`, if there is one with the shape that this stream has.
  private mutating func header(at offset: Int) -> Frame? {
    let header = Array(bytes.read(Self.headerBytes, at: offset))
    guard header.count > 6, header[0] == 0xFF, header[1] & 0xFE == 0xF8, header[3] & 1 == 0
    else { return nil }
    let layout = Int(header[3] >> 4)
    guard layout < 8 ? layout + 1 == channels : layout <= 10 && channels == 2 else { return nil }
    let widths = [0, 8, 12, -1, 16, 20, 24, 32]
    let width = widths[Int(header[3] >> 1 & 7)]
    guard width == 0 || width == bits else { return nil }
    guard let (number, length) = Self.number(in: header[4...]) else { return nil }
    var index = 4 + length
    func take(_ count: Int) -> Int? {
      guard index + count < header.count else { return nil }
      defer { index += count }
      return header[index..<(index + count)].bigEndian
    }
    guard let count = Self.blockSize(Int(header[2] >> 4), take) else { return nil }
    switch header[2] & 0x0F {
    case 12: index += 1
    case 13, 14: index += 2
    case 15: return nil
    default: break
    }
    guard index < header.count, Self.checksum(header[..<index]) == header[index] else { return nil }
    let sample = header[1] & 1 == 1 ? number : number * blockSize
    guard count > 0, sample < samples ?? .max else { return nil }
    return Frame(offset: offset, sample: sample, count: count)
  }

  private static func blockSize(_ code: Int, _ take: (Int) -> Int?) -> Int? {
    switch code {
    case 1: 192
    case 2...5: 576 << (code - 2)
    case 6: take(1).map { $0 + 1 }
    case 7: take(2).map { $0 + 1 }
    case 8...15: 256 << (code - 8)
    default: nil
    }
  }

  /// The number that is written as UTF-8 writes characters, and its length.
  private static func number(in bytes: ArraySlice<UInt8>) -> (Int, Int)? {
    guard let first = bytes.first else { return nil }
    let ones = (~first).leadingZeroBitCount
    if ones == 0 { return (Int(first), 1) }
    guard (2...7).contains(ones), bytes.count >= ones else { return nil }
    var number = ones >= 7 ? 0 : Int(first & (0x7F >> UInt8(clamping: ones)))
    for byte in bytes.dropFirst().prefix(ones - 1) {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(byte & 0x3F)
    }
    return (number, ones)
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in
        value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07
      }
    }
  }
}
