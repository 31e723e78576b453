// SPDX-License-Identifier: Apache-2.0
// Formats that can't be played, so that people hear more of them than that they can't.

/// What a file is that nothing here decodes.
enum UnplayableFormat {
  /// What the first bytes of such files are, from which offset on.
  private static let marks: [(offset: Int, bytes: [UInt8], name: String)] = [
    (4, Array("ftyp".utf8), "an MP4 file"),
    (0, [0x30, 0x26, 0xB2, 0x75], "WMA"),
    (0, [0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM"),
    (0, Array("MAC ".utf8), "Monkey's Audio (APE)"),
    (0, Array("wvpk".utf8), "WavPack"),
    (0, Array("MPCK".utf8), "Musepack"),
    (0, Array("MP+".utf8), "Musepack"),
    (0, Array("TTA1".utf8), "True Audio (TTA)"),
    (0, Array("DSD ".utf8), "DSD (DSF)"),
    (0, Array("FRM8".utf8), "DSD (DFF)"),
    (0, Array(".RMF".utf8), "RealAudio"),
    (0, Array("#!AMR".utf8), "AMR"),
    (8, Array("AVI ".utf8), "an AVI film"),
    (0, Array("ADIF".utf8), "AAC"),
  ]
  /// How much of an MP4 file is searched for what is in it, at either end.
  private static let searched = 1 << 16

  /// What a file is, if it is one of them.
  static func name(of descriptor: borrowing Descriptor) -> String? {
    var bytes = FileBytes(of: descriptor)
    let start = bytes.startBehindTags()
    let head = Array(bytes.read(16, at: start))
    // ADTS: the header of an MPEG frame, without a layer.
    if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return "AAC" }
    let mark = marks.first { mark in head.dropFirst(mark.offset).starts(with: mark.bytes) }
    guard let mark else { return nil }
    return mark.name == marks[0].name ? codec(inMP4: &bytes) ?? mark.name : mark.name
  }

  private static func codec(inMP4 bytes: inout FileBytes) -> String? {
    let ends = [0, max(0, bytes.count - searched)].map { Array(bytes.read(searched, at: $0)) }
    for (code, name) in [("mp4a", "AAC (m4a)"), ("alac", "Apple Lossless (m4a)")] {
      let letters = Array(code.utf8)
      let isThere = ends.contains { end in
        end.indices.contains { end[$0] == letters[0] && end[$0...].starts(with: letters) }
      }
      if isThere { return name }
    }
    return nil
  }

  /// The command that makes a file of it that can be played.
  static func conversion(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    return "ffmpeg -i \(quoted(name)) \(quoted((stem.isEmpty ? name : stem) + ".flac"))"
  }

  /// A word for a shell.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: byte >= 0x80
      }
    }
    return isPlain
      ? name
      : "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
