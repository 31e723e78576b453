// SPDX-License-Identifier: Apache-2.0
// The queue of a player: what comes before its list goes on.

package import RigErrors
import RigModel
package import SoundFiles

/// Looks at and edits the queues of an engine's players.
///
/// > Threading: Control.
package struct QueueControl {
  /// A change of a queue; places count from 1.
  package enum Edit: Hashable, Sendable {
    case insert([Track], at: Int?)
    /// The shown path is what is expected to have the place.
    case move(from: Int, to: Int, String? = nil)
    case remove(at: Int, String? = nil)
    case clear
  }

  let engine: Engine

  package init(engine: Engine) { self.engine = engine }

  /// Finds the tracks that files, lists and folders mean; their disks are waited for beside the
  /// control thread.
  ///
  /// - Throws: which of them can't be played, and why.
  package nonisolated(nonsending) static func tracks(
    of files: [String]
  ) async throws(RigError) -> [Track] {
    var tracks: [Track] = []
    for file in files {
      tracks += try await BackgroundQueue.shared.onDisk(file) { () throws(RigError) in
        if let list = try? TrackList(path: file) { return list.tracks }
        if let problem = SoundFile.findings(on: file).problem {
          throw .data("\(Track(file).shownPath) can't be played: \(problem).")
        }
        return [Track(file)]
      }
    }
    return tracks
  }

  /// How many tracks a search finds, and the first fifty of them; a long list is looked
  /// through beside the control thread.
  package nonisolated(nonsending) static func find(
    _ words: String,
    in list: [Track]
  ) async throws(RigError) -> (count: Int, first: [Int]) {
    let found = await BackgroundQueue.shared.performAtOnce {
      TrackSearch(words).found(in: list, most: 50)
    }
    guard let found else { throw .busy("The list could not be searched in time: search again.") }
    return found
  }

  /// Changes the queue of a player.
  ///
  /// - Throws: that there is no such place, that it is locked, or that the queue is full.
  package func edit(_ session: String, _ source: String?, _ edit: Edit) throws(RigError) {
    let (channel, _, player) = try engine.players.find(session, source)
    try engine.context.guards.checkLock(channel.path(of: player.source, RigPath.Player.queue))
    let turn = player.track.turn
    let problem = player.file.tracks.edit { order -> RigError? in
      // What has been read of already, and is not heard yet, stays where it is.
      var seen = order
      seen.rewind(to: turn)
      let read = seen.waiting.count - order.waiting.count
      var queue = seen.waiting
      do throws(RigError) {
        try change(&queue, edit, behind: read)
        order.waiting = Array(queue.dropFirst(read))
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
    player.file.lookAtOrder()
  }

  /// The order of a player's tracks, from the one that is heard on.
  package func order(
    _ session: String,
    _ source: String?
  ) throws(RigError) -> (order: TrackOrder, player: LivePlayer) {
    let player = try engine.players.find(session, source).player
    return (player.order, player)
  }

  /// The track that has a place in the list of a player, from 1.
  ///
  /// - Throws: that there is no such place, or another file than the one that is expected.
  package func track(
    _ session: String,
    _ source: String?,
    at place: Int,
    _ file: String?
  ) throws(RigError) -> Track {
    let list = try order(session, source).order.list
    guard (1...max(list.count, 1)).contains(place), !list.isEmpty else {
      throw .data("The list has no place \(place): it has \(list.count) tracks.")
    }
    let track = list[place - 1]
    guard file == nil || file == track.shownPath else {
      throw .refused("The list has changed: look for the track again.")
    }
    return track
  }

  /// Changes a queue, of whose tracks the first ones are being read already.
  private func change(
    _ queue: inout [Track],
    _ edit: Edit,
    behind read: Int
  ) throws(RigError) {
    func check(_ place: Int, upTo last: Int) throws(RigError) {
      guard place > read || place < 1 else {
        throw .refused("Place \(place) of the queue is about to be heard.")
      }
      guard (1...max(last, 1)).contains(place), last > 0 else {
        let what = queue.isEmpty ? "it is empty" : "it has \(queue.count)"
        throw .data("The queue has no place \(place): \(what).")
      }
    }
    func expect(_ file: String?, at place: Int) throws(RigError) {
      guard let file, queue[place - 1].shownPath != file else { return }
      throw .refused("The queue has changed: \(queue[place - 1].shownPath) has place \(place) now.")
    }
    switch edit {
    case .insert(let tracks, let place):
      guard queue.count + tracks.count <= TrackOrder.mostQueued else {
        throw .refused("A queue has at most \(TrackOrder.mostQueued) tracks.")
      }
      let place = place ?? queue.count + 1
      try check(place, upTo: queue.count + 1)
      queue.insert(contentsOf: tracks, at: place - 1)
    case .move(let place, let target, let file):
      try check(place, upTo: queue.count)
      try check(target, upTo: queue.count)
      try expect(file, at: place)
      queue.insert(queue.remove(at: place - 1), at: target - 1)
    case .remove(let place, let file):
      try check(place, upTo: queue.count)
      try expect(file, at: place)
      queue.remove(at: place - 1)
    case .clear: queue = Array(queue.prefix(read))
    }
  }
}
