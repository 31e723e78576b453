// SPDX-License-Identifier: Apache-2.0
// Finds the gains of a player's tracks.

internal import Glibc
internal import Loudness
internal import Synchronization

/// What makes the tracks of a player as loud as its preset says.
///
/// A gain is found when a track is opened, and stays as long as that sounds: from what was measured
/// of the track, from what its tags say, or else from an estimate.
///
/// > Threading: Any.
package final class TrackLeveller: Sendable {
  private struct State {
    var level: TrackLevel?
    /// The gains of albums as they were found, by their folders or files: all tracks of one have
    /// the same.
    var albums: [String: TrackGain] = [:]
  }

  /// How many files of a folder are taken for an album.
  private static let mostOfAlbum = 100

  private let state: Mutex<State>
  private let cache: LoudnessCache?
  /// Measures ahead; without it a track that is not known is measured when it is opened.
  private let scanner: LoudnessScanner?

  package init(_ level: TrackLevel?, cache: LoudnessCache?, scanner: LoudnessScanner?) {
    state = Mutex(State(level: level))
    (self.cache, self.scanner) = (cache, scanner)
  }

  /// One that keeps what it measures in the user's folder, and measures ahead in a rig that has
  /// lanes.
  package convenience init(_ level: TrackLevel?, lanes: FileLanes?) {
    self.init(level, cache: LoudnessCache(), scanner: lanes?.scanner)
  }

  /// One that leaves tracks as they are.
  package static var none: TrackLeveller {
    TrackLeveller(nil, cache: nil, scanner: nil)
  }

  /// How loud tracks are to be; a change counts from the next track on.
  package var level: TrackLevel? {
    get { state.withLock { $0.level } }
    set {
      state.withLock { state in
        guard state.level != newValue else { return }
        (state.level, state.albums) = (newValue, [:])
      }
    }
  }

  /// The same, if it changes anything.
  private var acting: TrackLevel? { level.flatMap { $0.mode == .off ? nil : $0 } }

  /// What is done to a track that is about to be played on so many channels, of which it has
  /// `channels`.
  ///
  /// > Threading: Worker.
  func treatment(
    of track: Track,
    channels: Int,
    on width: Int,
    leavingSilenceOut: Bool = false
  ) -> TrackTreatment {
    let level = acting
    let tags = level == nil || track.part != nil ? nil : LoudnessTags(path: track.path)
    let needsLoudness = leavingSilenceOut || level?.mode == .track && tags?.track == nil
    let found = needsLoudness ? loudness(of: track) : nil
    let measured = found?.loudness
    let music = leavingSilenceOut ? measured?.music : nil
    let isSilent = found.map { $0.isExact && $0.loudness.truePeak == nil } ?? false
    guard let level else { return TrackTreatment(music: music, isSilent: isSilent) }
    // A mono file is heard from each channel that it fills.
    let widening = channels == 1 ? 10 * log10(Double(width)) : 0
    // What somebody has said in the file counts for more than what is measured of it.
    let loudness = level.mode == .track ? tags?.track ?? measured : tags?.album
    let gain =
      loudness.map { TrackGain($0, level, widening: widening) }
      ?? (level.mode == .album ? albumGain(of: track, level, widening) : .none)
    return TrackTreatment(gain: gain, music: music, isSilent: isSilent)
  }

  /// Has the track that comes next measured, if that is needed.
  func prepare(_ track: @autoclosure () -> Track?, leavingSilenceOut: Bool) {
    guard let scanner else { return }
    let level = acting
    guard level != nil || leavingSilenceOut, let track = track() else { return }
    scanner.scan(track, withAlbum: level?.mode == .album)
  }

  /// What is known of a track, or can be found out at once, and whether all of it was measured.
  private func loudness(of track: Track) -> (loudness: ProgrammeLoudness, isExact: Bool)? {
    guard let print = try? TrackFingerprint(track) else { return nil }
    if let known = cache?.loudness(of: print) { return (known, true) }
    if let scanner {
      scanner.scan(track, as: print)
      return (try? TrackMeasurement.estimate(track)).map { ($0, false) }
    }
    let measured = try? TrackMeasurement.measure(track, keepingIn: cache, as: print)
    return measured.map { ($0.measures.loudness, $0.isWhole) }
  }

  // MARK: Albums

  private func albumGain(of track: Track, _ level: TrackLevel, _ widening: Double) -> TrackGain {
    let name = track.part == nil ? track.folder : track.path
    if let known = state.withLock({ $0.albums[name] }) { return known }
    let tracks = Self.album(of: track)
    scanner?.scan(track, withAlbum: true)
    let known = tracks.compactMap { other in
      if scanner == nil || other.path == track.path { return loudness(of: other)?.loudness }
      return (try? TrackFingerprint(other)).flatMap { cache?.loudness(of: $0) }
    }
    let album = ProgrammeLoudness(of: known)
    let gain = TrackGain(album, level, widening: widening)
    state.withLock { $0.albums[name] = gain }
    return gain
  }

  /// The tracks of one album: the sound files of a folder, or the parts of one file.
  ///
  /// > Threading: Worker.
  static func album(of track: Track) -> [Track] {
    if track.part != nil { return [Track(track.path)] }
    return Array((TrackFolder.files(of: track.folder) ?? [track]).prefix(mostOfAlbum))
  }
}

extension ProgrammeLoudness {
  /// Several programmes as one: the mean of their energies over the time that they last, and the
  /// highest of their peaks.
  init(of programmes: [ProgrammeLoudness]) {
    let sounding = programmes.filter { $0.integrated != nil }
    let seconds = sounding.reduce(0) { $0 + $1.seconds }
    let energy = sounding.reduce(0) { $0 + pow(10, ($1.integrated ?? 0) / 10) * $1.seconds }
    self.init(
      integrated: seconds > 0 ? 10 * log10(energy / seconds) : nil,
      truePeak: sounding.contains { $0.truePeak == nil }
        ? nil : sounding.compactMap(\.truePeak).max(),
      seconds: programmes.reduce(0) { $0 + $1.seconds }
    )
  }
}
