// SPDX-License-Identifier: Apache-2.0
// The position of the transport, and requests to change it.

public import ControlTree

/// Asks where the transport is.
public struct TransportShowRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = TransportStatus
  /// The JSON-RPC method.
  public static let method = "transport.show"
  /// Needs the permission to see.
  public var right: Right { .see }

  /// Asks where the transport is.
  public init() {}
}

/// Starts, stops or moves the transport, or counts its beats differently; what is left out stays.
public struct TransportSetRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = TransportStatus
  /// The JSON-RPC method.
  public static let method = "transport.set"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Whether it is to roll.
  public var isRolling: Bool?
  /// Where it is to go.
  public var position_seconds: Double?
  /// The bar to which it is to go, from 1.
  public var bar: Int?
  /// The tempo in beats per minute.
  public var tempo_bpm: Double?
  /// The time signature, such as `3/4`.
  public var meter: String?

  /// Asks for a change.
  public init(
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
public struct TransportStatus: Codable, Hashable, Sendable {
  /// Where its position comes from: `jack` or `own`.
  public var source: String
  /// Whether it rolls.
  public var isRolling = false
  /// Where it is, in seconds.
  public var position_seconds = 0.0
  /// Where it is, in frames.
  public var position_frames = 0
  /// The tempo in beats per minute, if beats are counted.
  public var tempo_bpm: Double?
  /// The time signature, such as `3/4`.
  public var meter: String?
  /// The bar, from 1.
  public var bar: Int?
  /// The beat in the bar, from 1, with its fraction.
  public var beat: Double?
  /// Whether the rig counts the beats of JACK's transport.
  public var isTimebaseMaster = false
  /// Whether another program counts the beats of JACK's transport.
  public var hasOtherTimebaseMaster = false

  /// Describes a transport that is stopped at its start.
  public init(source: String) {
    self.source = source
  }
}
