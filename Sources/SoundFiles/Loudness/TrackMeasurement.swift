// SPDX-License-Identifier: Apache-2.0
// Measures tracks: loudness and outline of all of one, or the loudness of a few places for an
// estimate.

internal import Loudness
internal import Quantities

/// What all of a track measures.
struct TrackMeasures: Hashable, Sendable {
  var loudness: ProgrammeLoudness
  var waveform: Waveform
}

/// Measures tracks.
///
/// > Threading: Worker.
enum TrackMeasurement {
  private static let pieceFrames = 4_096
  /// How many places an estimate looks at, and for how many seconds each.
  private static let (places, placeSeconds) = (6, 5.0)

  /// Measures all of a track; `nil` once it is not wanted any more.
  ///
  /// One that breaks off is measured as far as it goes, and is not whole then.
  ///
  /// - Parameters:
  ///   - track: the track.
  ///   - cache: where what is whole is kept; `nil`: nowhere.
  ///   - print: what it is kept by.
  ///   - isWanted: whether to go on.
  /// - Returns: what it measures, and whether it is whole.
  /// - Throws: why nothing of it can be read.
  static func measure(
    _ track: Track,
    keepingIn cache: LoudnessCache?,
    as print: TrackFingerprint,
    while isWanted: () -> Bool = { true }
  ) throws(SoundFileError) -> (measures: TrackMeasures, isWhole: Bool)? {
    let found = try measure(track, while: isWanted)
    if let found, found.isWhole { cache?.keep(found.measures, of: print) }
    return found
  }

  /// The same, and nothing is kept.
  static func measure(
    _ track: Track,
    while isWanted: () -> Bool = { true }
  ) throws(SoundFileError) -> (measures: TrackMeasures, isWhole: Bool)? {
    let source = try PlayerSource(try SoundFileReader(path: track.path), track)
    defer { source.close() }
    try source.seek(to: 0)
    var meter = ProgrammeMeter(channels: source.channels, hertz: source.rate.hertz)
    var outline = WaveformMeter(channels: source.channels, hertz: source.rate.hertz)
    var isWhole = true
    do throws(SoundFileError) {
      try unsafe read(.max, of: source, while: isWanted) { piece in
        unsafe meter.add(piece)
        unsafe outline.add(piece)
      }
    } catch {
      guard meter.reading.seconds > 0 else { throw error }
      isWhole = false
    }
    let loudness = meter.reading
    guard isWanted() else { return nil }
    guard loudness.seconds > 0 else { throw .empty(path: track.path) }
    return (TrackMeasures(loudness: loudness, waveform: outline.reading), isWhole)
  }

  /// Measures a few places of a track, which takes as long for a long track as for a short one; its
  /// peak is not known then.
  static func estimate(_ track: Track) throws(SoundFileError) -> ProgrammeLoudness {
    let source = try PlayerSource(try SoundFileReader(path: track.path), track)
    defer { source.close() }
    let place = Int(clamping: placeSeconds * source.rate.hertz)
    var meter = ProgrammeMeter(channels: source.channels, hertz: source.rate.hertz)
    let isShort = source.shape.frames <= 2 * places * place
    for index in 0..<(isShort ? 1 : places) {
      let middle = source.shape.frames / (2 * places) * (2 * index + 1)
      try source.seek(to: isShort ? 0 : middle - place / 2)
      try unsafe read(isShort ? .max : place, of: source) { unsafe meter.add($0) }
    }
    var loudness = meter.reading
    if !isShort { (loudness.truePeak, loudness.music) = (nil, nil) }
    return loudness
  }

  /// Reads so many frames, piece by piece.
  static func read(
    _ frames: Int,
    of source: PlayerSource,
    while isWanted: () -> Bool = { true },
    _ take: (UnsafeBufferPointer<Float>) -> Void
  ) throws(SoundFileError) {
    let room = pieceFrames * source.channels
    let piece = UnsafeMutableBufferPointer<Float>.allocate(capacity: room)
    defer { unsafe piece.deallocate() }
    var rest = frames
    while rest > 0, isWanted() {
      let wanted = min(rest, pieceFrames) * source.channels
      let count = try unsafe source.read(.init(rebasing: piece[..<wanted]))
      if count == 0 { break }
      unsafe take(UnsafeBufferPointer(rebasing: piece[..<(count * source.channels)]))
      rest -= count
    }
  }
}
