// SPDX-License-Identifier: Apache-2.0
// How an MPEG file begins: which of its frames is no sound, and how much of the others is not.

package import Quantities

/// What the first frame of an MPEG file says to decoders, which heed it or don't: so their clocks
/// differ.
///
/// The frame of information is that of Xing's encoder; LAME and others add how many frames of
/// silence their encoder put before the music. See the "Mp3 Info Tag" of LAME.
package struct MPEGStart: Hashable, Sendable {
  /// How long a frame lasts.
  package let frame: Seconds
  /// Whether the first frame has no sound but says how long the file is.
  package let hasInfo: Bool
  /// How much silence comes before the music, as far as a decoder leaves that out; `nil` where the
  /// file does not say.
  package let silence: Seconds?
  /// Whether what is said of that has the right sum: some programs heed it only then.
  package let isSumRight: Bool

  /// What decoders themselves add to an encoder's delay, in frames of sound.
  private static let decoderDelay = 529

  /// Looks at a file; `nil` for one that is no MPEG file, or can't be read.
  ///
  /// > Threading: Worker.
  package init?(ofFile path: String) {
    guard let shared = try? SharedDescriptor(reading: path),
      let start = MPEGStart(of: shared.file)
    else { return nil }
    self = start
  }

  init?(of file: borrowing Descriptor) {
    guard MPEGStructure.begins(in: file) else { return nil }
    var bytes = FileBytes(of: file)
    var offset = bytes.startBehindTags()
    while bytes.read(1, at: offset).first == 0 { offset += 1 }
    guard let header = MPEGStructure.Header(bytes.read(4, at: offset)) else { return nil }
    let rate = Double(header.rate)
    frame = Seconds(Double(header.samples) / rate)
    // Behind the header and the information that every frame has.
    let isFirst = header.samples == 1152
    let side = isFirst ? (header.isStereo ? 32 : 17) : (header.isStereo ? 17 : 9)
    let info = offset + 4 + side
    hasInfo = bytes.has("Xing", at: info) || bytes.has("Info", at: info)
    let flags = bytes.read(4, at: info + 4).bigEndian
    let fields = [(1, 4), (2, 4), (4, 100), (8, 4)]
    let length = fields.reduce(8) { $0 + (flags & $1.0 != 0 ? $1.1 : 0) }
    let encoder = info + length
    let delays = Array(bytes.read(3, at: encoder + 21))
    let name = bytes.read(4, at: encoder)
    guard hasInfo, delays.count == 3,
      ["LAME", "Lavf", "Lavc"].contains(where: { name.elementsEqual($0.utf8) })
    else {
      (silence, isSumRight) = (nil, false)
      return
    }
    let delay = Int(delays[0]) << 4 | Int(delays[1]) >> 4
    silence = Seconds(Double(delay + Self.decoderDelay) / rate)
    let covered = encoder + 34 - offset
    isSumRight =
      Self.sum(of: bytes.read(covered, at: offset)) == bytes.read(2, at: encoder + 34).bigEndian
  }

  /// The sum CRC-16 with the polynomial 0x8005, the lowest bit first.
  private static func sum(of bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
  }
}
