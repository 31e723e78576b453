// SPDX-License-Identifier: Apache-2.0
// What a player plays next: looked at, and edited.

/// Asks what a player plays next, or changes that.
package struct QueueRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = QueueStatus
  /// The JSON-RPC method.
  package static let method = "player.queue"
  /// How long its texts may be.
  package static let bounds: [String: TextBound] = ["edit": .file]
  /// The name of the session.
  package var session: String
  /// The name of the source; `nil` when the session has one player.
  package var source: String?
  /// What to change; `nil` to look.
  package var edit: Edit?

  /// A change of a queue; places count from 1.
  ///
  /// With a `file` it is refused where another one has the place by now: somebody else may have
  /// changed the queue, or its first track may have begun.
  package enum Edit: Codable, Hashable, Sendable {
    /// Adds files, lists or folders at the end.
    case add(files: [String])
    /// Adds them before what has that place.
    case insert(at: Int, files: [String])
    /// Adds the track that has a place in the player's list, as `player.find` says it; at the end,
    /// or before what has that place.
    case pick(place: Int, file: String? = nil, at: Int? = nil)
    case move(from: Int, to: Int, file: String? = nil)
    case remove(at: Int, file: String? = nil)
    case clear
  }

  /// Asks for a queue, or a change of it.
  package init(session: String, source: String? = nil, edit: Edit? = nil) {
    (self.session, self.source, self.edit) = (session, source, edit)
  }
}

/// What a player plays, and what comes next.
package struct QueueStatus: Codable, Hashable, Sendable {
  /// The file that plays; `nil` if the player is empty.
  package var present: TrackStatus?
  /// What was put into the queue, in its order: it comes before the list goes on.
  package var queue: [TrackStatus]
  /// What comes then, as far as that is known: the next ten.
  package var upcoming: [TrackStatus]
  /// The list; `nil` for a player of one file.
  package var list: String?
  /// How many tracks the list has.
  package var tracks: Int
  /// `all`, `one` or `off`.
  package var repeats: String
  /// What the shuffled order is made from; `nil` where it is the list's own.
  package var shuffle: Int?

  /// A queue.
  package init(
    present: TrackStatus?,
    queue: [TrackStatus],
    upcoming: [TrackStatus],
    list: String?,
    tracks: Int,
    repeats: String,
    shuffle: Int?
  ) {
    (self.present, self.queue, self.upcoming) = (present, queue, upcoming)
    (self.list, self.tracks, self.repeats, self.shuffle) = (list, tracks, repeats, shuffle)
  }
}

/// Looks for tracks of a player's list.
package struct TrackSearchRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = FoundTracks
  /// The JSON-RPC method.
  package static let method = "player.find"
  /// The name of the session.
  package var session: String
  /// The name of the source; `nil` when the session has one player.
  package var source: String?
  /// Words that are all in what the list says of a track, its path, title and artist, whatever
  /// their capitals; without any, the whole list is found.
  package var words: String

  /// Looks for tracks.
  package init(session: String, source: String? = nil, words: String) {
    (self.session, self.source, self.words) = (session, source, words)
  }
}

/// What was found in a list.
package struct FoundTracks: Codable, Hashable, Sendable {
  /// How many tracks were found.
  package var count: Int
  /// The first fifty of them, in the order of the list.
  package var tracks: [TrackStatus]
  /// Their places in the list, from 1, for `pick`.
  package var places: [Int]

  /// What was found.
  package init(count: Int, tracks: [TrackStatus], places: [Int]) {
    (self.count, self.tracks, self.places) = (count, tracks, places)
  }
}

/// A track in a queue.
package struct TrackStatus: Codable, Hashable, Sendable {
  /// Its file.
  package var file: String
  /// Where in the file it begins, for tracks of a CUE sheet.
  package var start_seconds: Double?
  /// Its title and artist, where they are known.
  package var title: String?
  package var artist: String?

  /// A track.
  package init(
    file: String,
    start_seconds: Double? = nil,
    title: String? = nil,
    artist: String? = nil
  ) {
    (self.file, self.start_seconds) = (file, start_seconds)
    (self.title, self.artist) = (title, artist)
  }
}
