// SPDX-License-Identifier: Apache-2.0
// The position of the transport, and requests to change it.

package import ControlTree

/// Asks where the transport is.
package struct TransportShowRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = TransportStatus
  /// The JSON-RPC method.
  package static let method = "transport.show"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// Asks where the transport is.
  package init() {}
}

/// Starts, stops or moves the transport, or counts its beats differently; what is left out stays.
package struct TransportSetRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = TransportStatus
  /// The JSON-RPC method.
  package static let method = "transport.set"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Whether it is to roll.
  package var isRolling: Bool?
  /// Where it is to go.
  package var position_seconds: Double?
  /// The bar to which it is to go, from 1.
  package var bar: Int?
  /// The tempo in beats per minute.
  package var tempo_bpm: Double?
  /// The time signature, such as `3/4`.
  package var meter: String?

  /// Asks for a change.
  package init(
    isRolling: Bool? = nil,
    position_seconds: Double? = nil,
    bar: Int? = nil,
    tempo_bpm: Double? = nil,
    meter: String? = nil
  ) {
    self.isRolling = isRolling
    self.position_seconds = position_seconds
    self.bar = bar
    self.tempo_bpm = tempo_bpm
    self.meter = meter
  }
}

/// The transport that the rig's plugins follow.
package struct TransportStatus: Codable, Hashable, Sendable {
  /// Where its position comes from: `jack`, `own` or `leader`, the deck that leads.
  package var source: String
  /// Whether it rolls.
  package var isRolling = false
  /// Where it is, in seconds.
  package var position_seconds = 0.0
  /// Where it is, in frames.
  package var position_frames = 0
  /// The tempo in beats per minute, if beats are counted.
  package var tempo_bpm: Double?
  /// The time signature, such as `3/4`.
  package var meter: String?
  /// The bar, from 1.
  package var bar: Int?
  /// The beat in the bar, from 1, with its fraction.
  package var beat: Double?
  /// Whether the rig counts the beats of JACK's transport.
  package var isTimebaseMaster = false
  /// Whether another program counts the beats of JACK's transport.
  package var hasOtherTimebaseMaster = false

  /// Describes a transport that is stopped at its start.
  package init(source: String) {
    self.source = source
  }
}
