// SPDX-License-Identifier: Apache-2.0
// The pages of an Ogg file (RFC 3533).

/// A page: a piece of one of the streams of a file.
struct OggPage {
  private static let headerBytes = 27

  /// All of it, in bytes of the file.
  let range: Range<Int>
  /// The number of its stream.
  let stream: Int
  /// Whether the stream begins with it.
  let isBeginning: Bool
  /// How long the pieces of packets are that it holds; one that is not full ends its packet.
  let segments: [UInt8]

  /// Where the first piece begins.
  var content: Int { range.lowerBound + Self.headerBytes + segments.count }

  /// Reads the page at `offset`; `nil` where there is none.
  init?(at offset: Int, in bytes: inout FileBytes) {
    let header = Array(bytes.read(Self.headerBytes, at: offset))
    guard header.count == Self.headerBytes, header[..<4].elementsEqual("OggS".utf8) else {
      return nil
    }
    segments = Array(bytes.read(Int(header[26]), at: offset + Self.headerBytes))
    stream = header[14..<18].littleEndian
    isBeginning = header[5] & 2 != 0
    let length = Self.headerBytes + Int(header[26]) + segments.reduce(0) { $0 + Int($1) }
    range = offset..<(offset + length)
  }
}

/// A packet of an Ogg stream.
enum OggPacket {
  private static let mostPages = 1_000

  /// The second packet of the first stream, which has the comments; `nil` if the file is no Ogg, or
  /// it is longer than so many bytes.
  static func second(in bytes: inout FileBytes, atMost most: Int) -> ArraySlice<UInt8>? {
    var (offset, ended) = (0, 0)
    var stream: Int?
    var packet: [UInt8] = []
    for _ in 0..<mostPages where packet.count <= most {
      guard let page = OggPage(at: offset, in: &bytes) else { return nil }
      stream = stream ?? page.stream
      var start = page.content
      for segment in page.segments where page.stream == stream {
        if ended == 1 { packet += bytes.read(Int(segment), at: start) }
        start += Int(segment)
        guard segment < 255 else { continue }
        ended += 1
        if ended == 2 { return packet[...] }
      }
      offset = page.range.upperBound
    }
    return nil
  }
}
