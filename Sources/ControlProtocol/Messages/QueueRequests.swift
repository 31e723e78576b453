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
  package enum Edit: Codable, Hashable, Sendable {
    /// Adds files, lists or folders at the end.
    case add(files: [String])
    /// Adds them before what has that place.
    case insert(at: Int, files: [String])
    case move(from: Int, to: Int)
    case remove(at: Int)
    case clear
  }

  /// Asks for a queue, or a change of it.
  package init(session: String, source: String? = nil, edit: Edit? = nil) {
    (self.session, self.source, self.edit) = (session, source, edit)
  }
}

/// What a player plays, and what comes next.
package struct QueueStatus: Codable, Hashable, Sendable {
  /// The file that plays.
  package var present: TrackStatus
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
    present: TrackStatus,
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
