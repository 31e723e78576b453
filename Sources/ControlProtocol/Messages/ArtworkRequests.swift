// SPDX-License-Identifier: Apache-2.0
// The picture of what a player plays.

package import ControlTree

/// Asks for the picture of the track that a player has.
package struct ArtworkRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ArtworkStatus
  /// The JSON-RPC method.
  package static let method = "player.artwork"
  /// Everybody may look.
  package var right: Right { .see }
  /// The name of the session.
  package var session: String
  /// The name of the source; `nil` when the session has one player.
  package var source: String?

  /// Asks for a picture.
  package init(session: String, source: String? = nil) {
    (self.session, self.source) = (session, source)
  }
}

/// The picture of a player's track, as its file or its folder has it.
package struct ArtworkStatus: Codable, Hashable, Sendable {
  /// The track; `nil` if the player is empty.
  package var track: TrackStatus?
  /// `image/jpeg`, `image/png`, `image/webp` or `image/gif`; `nil` if there is no picture.
  package var type: String?
  /// The picture, 2 MB at most, in base 64.
  package var data: String?

  /// A picture.
  package init(track: TrackStatus?, type: String? = nil, data: String? = nil) {
    (self.track, self.type, self.data) = (track, type, data)
  }
}
