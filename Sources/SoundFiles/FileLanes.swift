// SPDX-License-Identifier: Apache-2.0
// Where sound files are read and written: each in a lane of its own, so that one that waits for its
// disk keeps no other one waiting.

package import Quantities
internal import Synchronization
internal import Threads
package import TrackLibrary

/// A file that is worked on in its lane.
protocol LaneFile: AnyObject, Sendable {
  /// Since when its lane has work to do.
  var clock: LaneClock { get }
  /// Whether there is something to do; looks at memory only.
  var hasWork: Bool { get }
  /// Does one piece of it; may wait for the disk.
  ///
  /// > Threading: Worker, in its lane.
  func work()
  /// Closes it, for good; may wait for the disk.
  ///
  /// > Threading: Worker, in its lane.
  func close()
}

/// Since when the present piece of a lane's work has been waited for.
final class LaneClock: Sendable {
  private let start = Mutex<MonotonicTime?>(nil)

  func begin() { start.withLock { $0 = .now } }
  func end() { start.withLock { $0 = nil } }

  /// For how long it has been waited for, if that is so long.
  func wait(at now: MonotonicTime, longerThan patience: Seconds) -> Seconds? {
    guard let start = start.withLock({ $0 }) else { return nil }
    let time = now.elapsed(since: start)
    return time >= patience ? time : nil
  }
}

/// The lanes of all sound files of a rig.
///
/// A file is worked on by one thread at a time, a piece after the other, and files take turns. As
/// long as disks answer, one thread does that for all of them. Where pieces wait and nobody has got
/// anything done since the last look, as many threads come as there are pieces: never more than
/// files. Threads that find nothing to do for a while end.
///
/// > Threading: Any.
package final class FileLanes: Sendable {
  /// How long a piece of work may take before its file is said to wait for its disk.
  package static let patience = Seconds(0.5)

  private let pool = LanePool()
  /// What measures tracks beside them.
  let scanner = LoudnessCache().map(LoudnessScanner.init)
  /// The pictures of tracks that were asked for.
  let artwork = ArtworkShelf()

  /// What people have prepared of tracks.
  package let library: TrackLibrary

  /// Starts the thread that looks after the lanes.
  package init(library: TrackLibrary = TrackLibrary(in: nil)) {
    self.library = library
    let pool = pool
    // A file that reaches its size limit shall be an error, not a SIGXFSZ.
    let thread = try? SystemThread("sound-files", signals: .faultsOnly) { pool.lookUntilOver() }
    guard let thread else { preconditionFailure("the system allows no thread for sound files") }
    thread.detach()
  }

  deinit {
    scanner?.leave()
    pool.end()
  }

  /// How many threads work on files at present.
  var threads: Int { pool.threads }

  /// What notices changes of files.
  var watch: FileWatch { pool.watch }

  /// Gives a file a lane, which keeps it.
  func add(_ file: any LaneFile) { pool.add(file) }

  /// Has the lane look at once, not with the next round.
  func wake(_ file: any LaneFile) { pool.wake(file) }

  /// Ends the lane of a file once its piece of work is done; the file is closed there, whatever its
  /// disk does.
  func remove(_ file: any LaneFile) { pool.remove(file) }
}
