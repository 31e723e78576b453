// SPDX-License-Identifier: Apache-2.0
// What a file says of its own loudness: ReplayGain, and the R128 tags of Opus files.

internal import Glibc
internal import Loudness

/// The loudness of a track and of its album, as tags say.
struct LoudnessTags {
  private(set) var track: ProgrammeLoudness?
  private(set) var album: ProgrammeLoudness?

  /// The loudness to which gains of each kind lead, in LUFS.
  private static let (replayGain, r128) = (-18.0, -23.0)

  /// Reads a file's tags; `nil` where they say nothing of its loudness.
  ///
  /// > Threading: Worker.
  init?(path: String) {
    guard let file = try? SharedDescriptor(reading: path) else { return nil }
    self.init(in: TagText(of: file.file))
  }

  /// Reads what is in pieces of a file.
  init?(in pieces: [[UInt8]]) { self.init(in: TagText(pieces)) }

  private init?(in text: TagText) {
    func loudness(of part: String) -> ProgrammeLoudness? {
      let peak = text.number("replaygain_\(part)_peak").flatMap { $0 > 0 ? 20 * log10($0) : nil }
      if let gain = text.number("replaygain_\(part)_gain"), abs(gain) < 64 {
        return ProgrammeLoudness(
          integrated: Self.replayGain - gain,
          truePeak: peak,
          seconds: 0
        )
      }
      guard let gain = text.number("r128_\(part)_gain"), abs(gain) < 64 * 256 else { return nil }
      return ProgrammeLoudness(integrated: Self.r128 - gain / 256, truePeak: peak, seconds: 0)
    }
    (track, album) = (loudness(of: "track"), loudness(of: "album"))
    if track == nil, album == nil { return nil }
  }
}
