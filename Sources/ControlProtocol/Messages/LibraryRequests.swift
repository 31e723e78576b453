// SPDX-License-Identifier: Apache-2.0
// Requests about the library of tracks.

/// Looks for tracks of the library: what decks know of tracks, whatever rig they are played by.
package struct LibrarySearchRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = FoundInLibrary
  /// The JSON-RPC method.
  package static let method = "library.search"
  /// Words that are all in the title, the artist, the album, the genre or the name of the file;
  /// `nil` for all tracks.
  package var words: String?
  /// The least tempo, in beats a minute.
  package var bpm_from: Double?
  /// The highest tempo.
  package var bpm_to: Double?
  /// The key, such as `8A`, `1m` or `Am`.
  package var key: String?

  /// Looks for tracks.
  package init(
    words: String? = nil,
    bpm_from: Double? = nil,
    bpm_to: Double? = nil,
    key: String? = nil
  ) {
    (self.words, self.bpm_from, self.bpm_to, self.key) = (words, bpm_from, bpm_to, key)
  }
}

/// What was found in the library.
package struct FoundInLibrary: Codable, Hashable, Sendable {
  /// How many tracks were found.
  package var count: Int
  /// The first fifty of them, by artist and title.
  package var tracks: [LibraryTrackStatus]

  /// What was found.
  package init(count: Int, tracks: [LibraryTrackStatus]) {
    (self.count, self.tracks) = (count, tracks)
  }
}

/// A track of the library.
package struct LibraryTrackStatus: Codable, Hashable, Sendable {
  /// Its file.
  package var file: String
  /// Its title and artist, where they are known.
  package var title: String?
  package var artist: String?
  /// The tempo that it begins with, and its key, where they are known.
  package var bpm: Double?
  package var key: String?
  /// How many hot cues it has.
  package var hot_cues: Int

  /// A track.
  package init(
    file: String,
    title: String?,
    artist: String?,
    bpm: Double?,
    key: String?,
    hot_cues: Int
  ) {
    (self.file, self.title, self.artist) = (file, title, artist)
    (self.bpm, self.key, self.hot_cues) = (bpm, key, hot_cues)
  }
}
