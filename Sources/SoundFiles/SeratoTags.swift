// SPDX-License-Identifier: Apache-2.0
// What Serato has written into a sound file.

internal import StrictJSON

/// The tags of Serato in a file, as they are: in ID3v2 (MP3, AIFF, WAV), in the comments of FLAC,
/// or in boxes of MP4.
///
/// ID3v2 has them as objects with a description, the others as base64 of the same.
package struct SeratoTags: Sendable {
  /// The markers: cues and loops.
  package let markers: [UInt8]?
  /// Where the beats are.
  package let beatGrid: [UInt8]?

  /// How much is searched at either end of a file: pictures may come before the tags.
  private static let bytes = (head: 8 << 20, tail: 1 << 20)
  /// How long a tag may be.
  private static let longest = 1 << 20

  /// Looks for the tags of a file; `nil` if it has none, or can't be read.
  ///
  /// > Threading: Worker.
  package init?(ofFile path: String) {
    guard let shared = try? SharedDescriptor(reading: path) else { return nil }
    var bytes = FileBytes(of: shared.file)
    let head = Array(bytes.read(Self.bytes.head, at: 0))
    let start = max(head.count, bytes.count - Self.bytes.tail)
    self.init(in: [head, Array(bytes.read(Self.bytes.tail, at: start))])
  }

  init?(in pieces: [[UInt8]]) {
    let text = Self.find("Serato Markers2", ["SERATO_MARKERS_V2=", "markersv2"], in: pieces)
    beatGrid = Self.find("Serato BeatGrid", ["SERATO_BEATGRID=", "beatgrid"], in: pieces)
    // What ID3v2 has plainly is base64 in itself, behind a version.
    markers = text.map { Base64.decode(beginning: $0.dropFirst(2)) }
    if markers == nil, beatGrid == nil { return nil }
  }

  private static func find(
    _ description: String,
    _ names: [String],
    in pieces: [[UInt8]]
  ) -> [UInt8]? {
    let label = Array(description.utf8) + [0]
    for piece in pieces {
      if let start = piece.end(of: label) {
        return Array(piece[start...].prefix(longest))
      }
      for name in names {
        guard var start = piece.end(of: Array(name.utf8)) else { continue }
        // A box of MP4 has its text behind another header.
        if !name.hasSuffix("="), let data = piece[start...].prefix(64).end(of: Array("data".utf8)) {
          start = data + 8
        }
        let object = Base64.decode(beginning: piece[min(start, piece.count)...].prefix(2 * longest))
        if let start = object.end(of: label) { return Array(object[start...]) }
      }
    }
    return nil
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Where what follows some bytes begins; `nil` where they are not there.
  fileprivate func end(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if self[start...].starts(with: bytes) { return start + bytes.count }
      rest = self[(start + 1)...]
    }
    return nil
  }
}
