// SPDX-License-Identifier: Apache-2.0
// Measures tracks ahead of their turns, beside the music.

internal import Loudness
internal import Synchronization
internal import Threads

/// A thread that gives way to all others, and measures one track after the other.
///
/// > Threading: Any.
package final class LoudnessScanner: Sendable {
  /// A track, or all of its album.
  private struct Job: Hashable {
    let track: Track
    var isAlbum = false
  }

  private struct State {
    var waiting: [Job] = []
    var isRunning = false
    /// What can't be measured, or has been.
    var done: Set<Job> = []
  }

  /// How many tracks wait at most, and of how many is known that they need no look.
  private static let (most, mostDone) = (64, 10_000)

  private let cache: LoudnessCache
  private let state = Mutex(State())
  private let isGone = Atomic<Bool>(false)

  package init(keepingIn cache: LoudnessCache) { self.cache = cache }

  /// Ends what is being measured.
  package func leave() { isGone.store(true, ordering: .relaxed) }

  /// Has a track measured whose loudness is not known, before those that wait; or all that is in
  /// its album, which is looked for beside the caller.
  func scan(_ track: Track, withAlbum isAlbum: Bool = false) {
    scan([Job(track: track, isAlbum: isAlbum)])
  }

  private func scan(_ jobs: [Job]) {
    let starts = state.withLock { state in
      let fresh = jobs.filter { !state.done.contains($0) && !state.waiting.contains($0) }
      guard !fresh.isEmpty else { return false }
      state.waiting = Array((fresh + state.waiting).prefix(Self.most))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    let thread = try? SystemThread("loudness", signals: .faultsOnly) { [self] in run() }
    guard let thread else { return state.withLock { $0.isRunning = false } }
    thread.detach()
  }

  private func run() {
    SystemThread.giveWay()
    while let job = take() {
      if job.isAlbum {
        scan(TrackLeveller.album(of: job.track).map { Job(track: $0) })
      } else {
        measure(job.track)
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
      state.done.insert(job)
      return job
    }
  }

  private func measure(_ track: Track) {
    // What can't be read is said when its turn comes.
    guard let print = try? TrackFingerprint(track), cache.loudness(of: print) == nil else { return }
    let isWanted = { !self.isGone.load(ordering: .relaxed) }
    _ = try? TrackMeasurement.measure(track, keepingIn: cache, as: print, while: isWanted)
  }
}
