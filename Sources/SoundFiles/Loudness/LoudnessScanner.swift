// SPDX-License-Identifier: Apache-2.0
// Measures tracks ahead of their turns, beside the music.

internal import Loudness
internal import Synchronization
internal import Threads

/// A thread that gives way to all others, and measures one track after the other.
///
/// > Threading: Any.
package final class LoudnessScanner: Sendable {
  private struct State {
    var waiting: [Track] = []
    var isRunning = false
    /// Tracks that can't be measured, or have been.
    var done: Set<Track> = []
  }

  /// How many tracks wait at most, and of how many is known that they need no look.
  private static let (most, mostDone) = (64, 10_000)

  private let cache: LoudnessCache
  private let state = Mutex(State())
  private let isGone = Atomic<Bool>(false)

  package init(keepingIn cache: LoudnessCache) { self.cache = cache }

  /// Ends what is being measured.
  package func leave() { isGone.store(true, ordering: .relaxed) }

  /// Has tracks measured whose loudness is not known, before those that wait.
  func scan(_ tracks: [Track]) {
    let starts = state.withLock { state in
      let fresh = tracks.filter { !state.done.contains($0) && !state.waiting.contains($0) }
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
    while let track = take() { measure(track) }
  }

  private func take() -> Track? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !isGone.load(ordering: .relaxed) else {
        state.isRunning = false
        return nil
      }
      let track = state.waiting.removeFirst()
      if state.done.count >= Self.mostDone { state.done = [] }
      state.done.insert(track)
      return track
    }
  }

  private func measure(_ track: Track) {
    // What can't be read is said when its turn comes.
    guard let print = try? TrackFingerprint(track), cache.loudness(of: print) == nil else { return }
    let isWanted = { !self.isGone.load(ordering: .relaxed) }
    guard let loudness = try? TrackMeasurement.measure(track, while: isWanted) else { return }
    cache.keep(loudness, of: print)
  }
}
