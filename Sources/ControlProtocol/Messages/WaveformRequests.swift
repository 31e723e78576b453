// SPDX-License-Identifier: Apache-2.0
// The outline of what a player plays, for pictures.

package import ControlTree

/// Asks for the waveform of the track that a player has.
package struct WaveformRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = WaveformStatus
  /// The JSON-RPC method.
  package static let method = "player.waveform"
  /// Everybody may look.
  package var right: Right { .see }
  /// The name of the session.
  package var session: String
  /// The name of the source; `nil` when the session has one player.
  package var source: String?

  /// Asks for a waveform.
  package init(session: String, source: String? = nil) {
    (self.session, self.source) = (session, source)
  }
}

/// The waveform of a player's track, and where the player is in it.
package struct WaveformStatus: Codable, Hashable, Sendable {
  /// What is known of a waveform.
  package enum State: String, Codable, Sendable {
    case known
    /// It is being measured beside the music: ask again in a second.
    case measuring
    /// It can't be measured.
    case unknown
  }

  /// The points of a waveform: numbers from 0 to 255, which is full scale.
  package struct Points: Codable, Hashable, Sendable {
    /// How long a point lasts; the last one may be shorter.
    package var seconds_each: Double
    /// The highest sample of each point, of all channels.
    package var peaks: [UInt8]
    /// The RMS level of each point, over all channels.
    package var levels: [UInt8]

    /// Points.
    package init(seconds_each: Double, peaks: [UInt8], levels: [UInt8]) {
      (self.seconds_each, self.peaks, self.levels) = (seconds_each, peaks, levels)
    }
  }

  /// The track whose waveform it is.
  package var track: TrackStatus
  /// What is known of it.
  package var state: State
  /// Its points; `nil` unless it is known.
  ///
  /// A track has 512 to 1,024, a very short one fewer.
  package var points: Points?
  /// Where in the waveform the player's position 0 is: later than 0 where a player leaves out the
  /// silence before the music.
  package var lead_seconds: Double
  /// The player's position.
  package var position_seconds: Double
  /// How long the player plays it.
  package var duration_seconds: Double

  /// A waveform.
  package init(
    track: TrackStatus,
    state: State,
    points: Points?,
    lead_seconds: Double,
    position_seconds: Double,
    duration_seconds: Double
  ) {
    (self.track, self.state, self.points) = (track, state, points)
    (self.lead_seconds, self.position_seconds) = (lead_seconds, position_seconds)
    self.duration_seconds = duration_seconds
  }
}
