// SPDX-License-Identifier: Apache-2.0
// What is prepared of all tracks, from night to night.

internal import Dispatch
package import RigErrors
internal import RigFiles
internal import Synchronization

/// What people have prepared of their tracks, by the paths of their files.
///
/// A change counts at once and is written soon after, in a thread of its own. What another program
/// has written meanwhile, such as an import, counts once a track is loaded again.
///
/// > Threading: Any.
package final class TrackLibrary: Sendable {
  private struct Known {
    var tracks: [String: TrackPreparation] = [:]
    /// What has been changed and is not on the disk.
    var unwritten: Set<String> = []
    var problems: [String] = []
  }

  private let shelves: LibraryShelves?
  private let known = Mutex(Known())
  private let writing = DispatchQueue(label: "tarmac library")

  /// Keeps what is prepared in a folder; without one it is forgotten with this object.
  package init(in folder: String?) {
    shelves = folder.map { LibraryShelves(folder: $0) }
  }

  /// The user's own, in `$XDG_STATE_HOME/tarmac/library`; `nil` where there is no home.
  package static var usualFolder: String? {
    if let state = environmentVariable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/tarmac/library"
    }
    return environmentVariable("HOME").map { $0 + "/.local/state/tarmac/library" }
  }

  /// Reads what is prepared of a track that is about to be played.
  ///
  /// > Threading: Worker.
  package func load(_ path: String) {
    guard let shelves else { return }
    let (tracks, problem) = shelves.read(LibraryShelves.name(of: path))
    known.withLock { known in
      if !known.unwritten.contains(path) { known.tracks[path] = tracks[path] }
      if let problem, !known.problems.contains(problem) { known.problems.append(problem) }
    }
  }

  /// What is prepared of a track, as far as it was loaded; no disk is asked.
  package func preparation(of path: String) -> TrackPreparation {
    known.withLock { $0.tracks[path] } ?? TrackPreparation()
  }

  /// Changes what is prepared of a track.
  package func change(_ path: String, _ body: (inout TrackPreparation) -> Void) {
    let isFirst = known.withLock { known in
      body(&known.tracks[path, default: TrackPreparation()])
      return known.unwritten.insert(path).inserted
    }
    if isFirst, shelves != nil { writing.async { [self] in write(path) } }
  }

  private func write(_ path: String) {
    let preparation = known.withLock { known in
      known.unwritten.remove(path)
      return known.tracks[path]
    }
    do throws(RigError) {
      try shelves?.change(LibraryShelves.name(of: path)) { $0[path] = preparation }
    } catch {
      known.withLock { $0.problems.append(error.message) }
    }
  }

  /// Returns once all changes are on the disk.
  package func settle() { writing.sync {} }

  /// Sentences that people should hear; each once.
  package func takeProblems() -> [String] {
    known.withLock { known in
      defer { known.problems = [] }
      return known.problems
    }
  }

  // MARK: All of it

  /// All tracks of which something is prepared, by their paths.
  ///
  /// > Threading: Worker.
  package func all() -> [String: TrackPreparation] {
    var all: [String: TrackPreparation] = [:]
    for name in LibraryShelves.names {
      all.merge(shelves?.read(name).tracks ?? [:]) { $1 }
    }
    return all
  }

  /// Takes what another program has prepared; `merge` says what becomes of a track that is known.
  ///
  /// > Threading: Worker.
  package func take(
    _ tracks: [String: TrackPreparation],
    merging merge: (TrackPreparation, TrackPreparation) -> TrackPreparation
  ) throws(RigError) {
    guard let shelves else { return }
    for (name, tracks) in Dictionary(grouping: tracks, by: { LibraryShelves.name(of: $0.key) }) {
      try shelves.change(name) { shelf in
        for (path, preparation) in tracks {
          shelf[path] = shelf[path].map { merge($0, preparation) } ?? preparation
        }
      }
    }
  }
}
