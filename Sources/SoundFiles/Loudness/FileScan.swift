// SPDX-License-Identifier: Apache-2.0
// Measures many files, on several threads, for those who do not want to wait until they play.

package import Loudness
internal import Synchronization
internal import Threads

/// A scan of sound files.
///
/// > Threading: Worker.
package struct FileScan: Sendable {
  /// What became of one track.
  package struct Result: Sendable {
    package let track: Track
    /// What it measures; `nil` where it can't be read.
    package let loudness: ProgrammeLoudness?
    /// Whether that was known already.
    package let isKnown: Bool
    /// Why it can't be read.
    package let problem: String?
  }

  /// The tracks of all files, lists and folders, each once.
  package let tracks: [Track]
  private let cache: LoudnessCache?

  /// Looks for the tracks of files, lists and folders.
  ///
  /// - Parameters:
  ///   - paths: where they are, from the root.
  ///   - cache: where what is measured is kept; `nil`: nowhere.
  /// - Throws: which list or folder can't be read.
  package init(of paths: [String], keepingIn cache: LoudnessCache?) throws(SoundFileError) {
    var (tracks, known): ([Track], Set<Track>) = ([], [])
    for path in paths {
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      let isList = FileIdentity.isFolder(path) || TrackList.endings.contains(ending)
      let found = isList ? try TrackList(path: path).tracks : [Track(path)]
      // A stream has no loudness.
      tracks += found.filter { !$0.isStream && known.insert($0).inserted }
    }
    (self.tracks, self.cache) = (tracks, cache)
  }

  /// Measures what is not known.
  ///
  /// - Parameters:
  ///   - jobs: how many are measured at a time.
  ///   - again: whether what is known is measured as well.
  ///   - progress: called with each result as it comes, on any thread, never twice at a time.
  /// - Returns: the results in the order of the tracks.
  package func run(
    jobs: Int,
    again: Bool = false,
    progress: @escaping @Sendable (Result) -> Void
  ) -> [Result] {
    let next = Atomic(0)
    let results = Mutex([Result?](repeating: nil, count: tracks.count))
    let work: @Sendable () -> Void = {
      while case let index = next.add(1, ordering: .relaxed).oldValue, index < tracks.count {
        let result = measure(tracks[index], again)
        results.withLock {
          $0[index] = result
          progress(result)
        }
      }
    }
    let threads = (1..<max(1, jobs)).compactMap { _ in try? SystemThread("scan", work) }
    work()
    for thread in threads { thread.join() }
    return results.withLock { $0.compactMap(\.self) }
  }

  private func measure(_ track: Track, _ again: Bool) -> Result {
    do throws(SoundFileError) {
      let print = try TrackFingerprint(track)
      if !again, let known = cache?.loudness(of: print) {
        return Result(track: track, loudness: known, isKnown: true, problem: nil)
      }
      let found = try TrackMeasurement.measure(track, keepingIn: cache, as: print)
      return Result(track: track, loudness: found?.measures.loudness, isKnown: false, problem: nil)
    } catch {
      return Result(track: track, loudness: nil, isKnown: false, problem: error.description)
    }
  }
}
