// SPDX-License-Identifier: Apache-2.0
// What has been measured of sound files, kept by what is in them: a file that moves or is copied is
// not measured again, and nothing is written into it.

internal import Loudness
internal import RigFiles
internal import StrictJSON

/// What tells the music of a track from that of others: its file's size, parts of what is in it
/// from the first byte to the last, and which part of it the track is.
struct TrackFingerprint: Hashable, Sendable {
  /// The name of what is kept about it.
  let name: String

  /// How many pieces of a file are looked at, and of how many bytes: a long file is not read as a
  /// whole.
  private static let (pieces, pieceBytes) = (16, 1 << 16)

  /// Reads the parts of a track's file.
  ///
  /// > Threading: Worker.
  init(_ track: Track) throws(SoundFileError) {
    self.init(try SharedDescriptor(reading: track.path).file, track.part)
  }

  /// Reads the parts of an open file.
  ///
  /// > Threading: Worker.
  init(_ file: borrowing Descriptor, _ part: Track.Part? = nil) {
    var bytes = FileBytes(of: file)
    var sum = Checksum()
    let last = max(0, bytes.count - Self.pieceBytes)
    // Pieces that touch where the file is no longer than they are.
    let step = max(Self.pieceBytes, (last + Self.pieces - 2) / (Self.pieces - 1))
    for place in stride(from: 0, to: last, by: step) {
      sum.add(bytes.read(Self.pieceBytes, at: place))
    }
    sum.add(bytes.read(Self.pieceBytes, at: last))
    let part = part.map { "-\($0.start)-\($0.end.map(String.init) ?? "")" } ?? ""
    name = "\(sum.text)-\(bytes.count)\(part)"
  }
}

/// What has been measured, in a folder of small files.
///
/// > Threading: Worker.
package struct LoudnessCache: Sendable {
  /// What is kept of a track.
  private struct Document: Codable {
    /// Of the format, and of the way to measure.
    var version = LoudnessCache.version
    var loudness: ProgrammeLoudness
    var secondsPerPoint: Double
    /// The points of the waveform, as hexadecimal digits.
    var peaks: String
    var levels: String
  }

  private static let version = 4
  private static let mostBytes = 16_384

  private let folder: String

  /// Keeps what is measured in a folder; `nil`: in the user's own, if there is one.
  package init?(in folder: String? = nil) {
    guard let folder = folder ?? CacheFolder.usual.map({ $0 + "/loudness" }) else { return nil }
    self.folder = folder
  }

  /// How loud a track is known to be.
  func loudness(of track: TrackFingerprint) -> ProgrammeLoudness? { document(of: track)?.loudness }

  /// The outline of a track that is known.
  func waveform(of track: TrackFingerprint) -> Waveform? {
    guard let known = document(of: track), let peaks = Hexadecimal.bytes(of: known.peaks),
      let levels = Hexadecimal.bytes(of: known.levels), peaks.count == levels.count
    else { return nil }
    return Waveform(secondsPerPoint: known.secondsPerPoint, peaks: peaks, levels: levels)
  }

  private func document(of track: TrackFingerprint) -> Document? {
    guard let folder = try? Folder(shelf(of: track)),
      let bytes = try? OpenFile(track.name, in: folder).bytes(limit: Self.mostBytes),
      let document = try? SealedJSON.decode(Document.self, from: bytes),
      document.version == Self.version
    else { return nil }
    return document
  }

  /// Keeps what was measured; where that can't be done, it will be measured again.
  func keep(_ measures: TrackMeasures, of track: TrackFingerprint) {
    let document = Document(
      loudness: measures.loudness,
      secondsPerPoint: measures.waveform.secondsPerPoint,
      peaks: Hexadecimal.text(of: measures.waveform.peaks),
      levels: Hexadecimal.text(of: measures.waveform.levels)
    )
    guard let bytes = try? SealedJSON.encode(document),
      let folder = try? Folder(making: shelf(of: track))
    else { return }
    try? folder.put(bytes, at: track.name, durably: false)
  }

  /// The folder of a track: no folder gets too many files.
  private func shelf(of track: TrackFingerprint) -> String { "\(folder)/\(track.name.prefix(2))" }
}
