// SPDX-License-Identifier: Apache-2.0
// Formats that ffmpeg decodes.

/// What a file is that libsndfile and mpg123 do not decode.
enum ForeignFormat {
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

  /// What is said where ffmpeg is missing; to go on with after what needs it.
  static let need = "needs the program ffmpeg: install it (`apt install ffmpeg`)"

  /// What to do where such a file can't be decoded; to go on with after its format.
  static var advice: String {
    ForeignDecoder.program == nil
      ? "which \(need)"
      : "which can't be decoded here: run `tarmac files scan` on it first"
  }
}
