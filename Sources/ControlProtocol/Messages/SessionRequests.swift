// SPDX-License-Identifier: Apache-2.0
// Requests about sessions, interrupters and players.

public import ControlTree

/// Asks for the state of all sessions.
public struct SessionListRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "session.list"
  /// Needs the permission to see.
  public var right: Right { .see }

  /// Asks for all sessions.
  public init() {}
}

/// Asks for the state of one session.
public struct SessionShowRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.show"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// The name of the session.
  public var session: String

  /// Asks for a session.
  public init(session: String) {
    self.session = session
  }
}

/// Asks the tower to activate a session.
public struct ActivateRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.activate"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// The name of the session.
  public var session: String

  /// Asks for activation.
  public init(session: String) {
    self.session = session
  }
}

/// Asks the tower to deactivate a session.
public struct DeactivateRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.deactivate"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// The name of the session.
  public var session: String
  /// Whether the sessions it interrupted get the hint to resume; they do unless this is `false`.
  public var notifyOthers: Bool?

  /// Asks for deactivation.
  public init(session: String, notifyOthers: Bool? = nil) {
    self.session = session
    self.notifyOthers = notifyOthers
  }
}

/// Says that an interrupter (`phone`, `alarm`, `assistant`) begins.
public struct InterruptBeginRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "interrupt.begin"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var interrupter: String

  /// Says that an interrupter begins.
  public init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter is over.
public struct InterruptEndRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  public static let method = "interrupt.end"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which one.
  public var interrupter: String
  /// Whether the interrupted may go on.
  public var shouldResume: Bool

  /// Says that an interrupter is over.
  public init(interrupter: String, shouldResume: Bool = true) {
    self.interrupter = interrupter
    self.shouldResume = shouldResume
  }
}

/// Prepares, plays, pauses or moves a player.
public struct PlayerRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SourceStatus
  /// The JSON-RPC method.
  public static let method = "player.control"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// The name of the session.
  public var session: String
  /// The name of the source; `nil` when the session has one player.
  public var source: String?
  /// What to do.
  public var action: Action

  /// What to do with a player.
  public enum Action: Codable, Hashable, Sendable {
    /// Prepares to play, if the session's category allows it (PLY-06); a player at its end goes to
    /// the cue point.
    case prepare
    case play
    case pause
    /// Go to a position in the file.
    case seek(seconds: Double)
    /// Go to the cue point and wait there.
    case cue
    /// Make the present position the cue point.
    case setCue
  }

  /// Asks a player to do something.
  public init(session: String, source: String? = nil, action: Action) {
    self.session = session
    self.source = source
    self.action = action
  }
}
