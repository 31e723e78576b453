// SPDX-License-Identifier: Apache-2.0
// Measures tracks ahead of their turns, beside the music.

internal import Loudness
internal import Synchronization
internal import Threads

/// The outline of a track, as far as it is known.
package enum KnownWaveform: Hashable, Sendable {
  /// Points of so many seconds each, with the highest sample and the RMS of each, where 255 is full
  /// scale.
  case known(secondsEach: Double, peaks: [UInt8], levels: [UInt8])
  /// It is being measured, or will be.
  case measuring
  /// It can't be measured.
  case unknown

  fileprivate init(_ waveform: Waveform) {
    self = .known(
      secondsEach: waveform.secondsPerPoint,
      peaks: waveform.peaks,
      levels: waveform.levels
    )
  }
}

/// A thread that gives way to all others, and measures one track after the other.
///
/// > Threading: Any.
package final class LoudnessScanner: Sendable {
  /// A track of a file as it was opened; a file that was written again has another waveform.
  private struct Outline: Hashable {
    let identity: FileIdentity
    let part: Track.Part?
  }

  /// What is to be found out, and of which track.
  private struct Job: Hashable {
    enum Aim: Hashable {
      /// Its loudness; with what its file is known to hold, if somebody has looked.
      case loudness(TrackFingerprint?)
      /// The loudness of all that is in its album.
      case album
      /// The waveform that somebody waits for.
      case waveform(Outline)
    }

    let track: Track
    let aim: Aim

    var outline: Outline? { if case .waveform(let outline) = aim { outline } else { nil } }
  }

  private struct State {
    var waiting: [Job] = []
    var isRunning = false
    /// What needs no look any more: it has been measured, or can't be.
    var done: Set<Job> = []
    /// The waveforms that were asked for, and the order in which they were.
    var outlines: [Outline: KnownWaveform] = [:]
    var asked: [Outline] = []

    /// What is known of a waveform; `nil` for one that nobody has asked for.
    mutating func ask(for outline: Outline) -> KnownWaveform? {
      if let known = outlines[outline] { return known }
      if asked.count >= LoudnessScanner.mostOutlines { forget(asked[0]) }
      asked.append(outline)
      outlines[outline] = .measuring
      return nil
    }

    mutating func forget(_ outline: Outline) {
      outlines[outline] = nil
      asked.removeAll { $0 == outline }
    }
  }

  /// How many tracks wait at most, of how many is known that they need no look, and how many
  /// waveforms are kept here.
  private static let (most, mostDone, mostOutlines) = (64, 10_000, 128)

  private let cache: LoudnessCache
  private let state = Mutex(State())
  private let isGone = Atomic<Bool>(false)

  package init(keepingIn cache: LoudnessCache) { self.cache = cache }

  /// Ends what is being measured.
  package func leave() { isGone.store(true, ordering: .relaxed) }

  /// Has a track measured whose loudness is not known, before those that wait; or all that is in
  /// its album, which is looked for beside the caller.
  ///
  /// A track that has been measured is not looked at again, unless its file holds something else.
  func scan(_ track: Track, as print: TrackFingerprint? = nil, withAlbum isAlbum: Bool = false) {
    scan([Job(track: track, aim: isAlbum ? .album : .loudness(print))])
  }

  /// The outline of a track of a file as it was opened; the disk is not asked by the caller.
  ///
  /// One that is not known comes before all that wait.
  func waveform(of track: Track, in identity: FileIdentity) -> KnownWaveform {
    let outline = Outline(identity: identity, part: track.part)
    let known = state.withLock { $0.ask(for: outline) }
    if known == nil { scan([Job(track: track, aim: .waveform(outline))]) }
    // The system may have had no thread.
    if known == .measuring { scan([]) }
    return known ?? .measuring
  }

  /// Measures nothing more beside a track, whose disk is going to be taken away.
  func leaveAlone(_ track: Track) {
    let folder = "\(track.folder)/"
    state.withLock { state in
      let left = state.waiting.filter { $0.track.path.hasPrefix(folder) }
      state.waiting.removeAll { left.contains($0) }
      for outline in left.compactMap(\.outline) { state.forget(outline) }
    }
  }

  private func scan(_ jobs: [Job]) {
    let starts = state.withLock { state in
      let fresh = jobs.filter { !state.done.contains($0) && !state.waiting.contains($0) }
      state.waiting = fresh + state.waiting
      // A waveform that nobody will measure is not waited for.
      for job in state.waiting.dropFirst(Self.most) {
        if let outline = job.outline { state.forget(outline) }
      }
      state.waiting = Array(state.waiting.prefix(Self.most))
      guard !state.isRunning, !state.waiting.isEmpty else { return false }
      state.isRunning = true
      return true
    }
    guard starts else { return }
    let thread = try? SystemThread("loudness", signals: .faultsOnly) { [self] in run() }
    guard let thread else { return state.withLock { $0.isRunning = false } }
    thread.detach()
  }

  private func run() {
    SystemThread.giveWay()
    while let job = take() {
      switch job.aim {
      case .loudness: measure(job.track)
      case .album:
        scan(TrackLeveller.album(of: job.track).map { Job(track: $0, aim: .loudness(nil)) })
      case .waveform(let outline):
        let found = waveform(of: job.track, outline)
        state.withLock { state in
          if state.outlines[outline] != nil { state.outlines[outline] = found }
        }
      }
    }
  }

  private func take() -> Job? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !isGone.load(ordering: .relaxed) else {
        state.isRunning = false
        return nil
      }
      let job = state.waiting.removeFirst()
      if state.done.count >= Self.mostDone { state.done = [] }
      if job.outline == nil { state.done.insert(job) }
      return job
    }
  }

  private var isWanted: Bool { !isGone.load(ordering: .relaxed) }

  private func measure(_ track: Track) {
    // What can't be read is said when its turn comes.
    guard let print = try? TrackFingerprint(track), cache.loudness(of: print) == nil else { return }
    _ = try? TrackMeasurement.measure(track, keepingIn: cache, as: print) { isWanted }
  }

  private func waveform(of track: Track, _ outline: Outline) -> KnownWaveform {
    // What has the name by now may be another file than the one that plays.
    guard FileIdentity(ofPath: track.path) == outline.identity,
      let print = try? TrackFingerprint(track)
    else { return .unknown }
    if let known = cache.waveform(of: print) { return KnownWaveform(known) }
    let found = try? TrackMeasurement.measure(track, keepingIn: cache, as: print) { isWanted }
    return found.map { KnownWaveform($0.measures.waveform) } ?? .unknown
  }
}
