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
  /// What somebody does to what is prepared of a track.
  package typealias Change = @Sendable (inout TrackPreparation) -> Void

  private struct Known {
    var tracks: [String: TrackPreparation] = [:]
    /// What is not on the disk yet; it is done there to what others have written meanwhile.
    var changes: [String: [Change]] = [:]
    /// How often the disk has been written.
    var writes = 0
    var problems: [String] = []
    var told: Set<String> = []

    mutating func add(_ problem: String) {
      if told.insert(problem).inserted { problems.append(problem) }
    }

    /// Takes what the disk has of a track.
    mutating func take(_ preparation: TrackPreparation?, of path: String) {
      var preparation = preparation ?? TrackPreparation()
      for change in changes[path] ?? [] { change(&preparation) }
      tracks[path] = preparation
    }
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
    let name = LibraryShelves.name(of: path)
    // What is read beside a write may be older than that.
    for _ in 0..<4 {
      let writes = known.withLock { $0.writes }
      let (tracks, problem) = shelves.read(name)
      let isCurrent = known.withLock { known in
        guard known.writes == writes else { return false }
        known.take(tracks[path], of: path)
        if let problem { known.add(problem) }
        return true
      }
      if isCurrent { return }
    }
  }

  /// What is prepared of a track, as far as it was loaded; no disk is asked.
  package func preparation(of path: String) -> TrackPreparation {
    known.withLock { $0.tracks[path] } ?? TrackPreparation()
  }

  /// Changes what is prepared of a track.
  package func change(_ path: String, _ body: @escaping Change) {
    known.withLock { known in
      body(&known.tracks[path, default: TrackPreparation()])
      if shelves != nil { known.changes[path, default: []].append(body) }
    }
    if shelves != nil { writing.async { [self] in write(path) } }
  }

  /// Writes what has been changed of a track; where that fails it is tried again with the next
  /// change, and at the end.
  private func write(_ path: String) {
    let changes = known.withLock { $0.changes[path] } ?? []
    guard !changes.isEmpty, let shelves else { return }
    do throws(RigError) {
      let written = try shelves.change(LibraryShelves.name(of: path)) { tracks in
        for change in changes { change(&tracks[path, default: TrackPreparation()]) }
      }
      known.withLock { known in
        known.changes[path] = Array((known.changes[path] ?? []).dropFirst(changes.count))
        if known.changes[path]?.isEmpty == true { known.changes[path] = nil }
        known.writes += 1
        known.take(written[path], of: path)
      }
    } catch {
      known.withLock { $0.add(error.message) }
    }
  }

  /// Returns once all changes are on the disk, or that has taken too long.
  package func settle() {
    let rest = DispatchWorkItem { [self] in
      for path in known.withLock({ Array($0.changes.keys) }) { write(path) }
    }
    writing.async(execute: rest)
    _ = rest.wait(timeout: .now() + Self.patience)
  }

  /// How many seconds the disk is waited for at the end.
  private static let patience = 5.0

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
      guard let (tracks, problem) = shelves?.read(name) else { continue }
      all.merge(tracks) { $1 }
      if let problem { known.withLock { $0.add(problem) } }
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
