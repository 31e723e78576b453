// SPDX-License-Identifier: Apache-2.0
// Requests about sessions, interrupters and players.

package import ControlTree

/// Asks for the state of all sessions.
package struct SessionListRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "session.list"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// Asks for all sessions.
  package init() {}
}

/// Asks for the state of one session.
package struct SessionShowRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.show"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// The name of the session.
  package var session: String

  /// Asks for a session.
  package init(session: String) {
    self.session = session
  }
}

/// Asks the tower to activate a session.
package struct ActivateRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.activate"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// The name of the session.
  package var session: String

  /// Asks for activation.
  package init(session: String) {
    self.session = session
  }
}

/// Asks the tower to deactivate a session.
package struct DeactivateRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.deactivate"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// The name of the session.
  package var session: String
  /// Whether the sessions it interrupted get the hint to resume; they do unless this is `false`.
  package var notifyOthers: Bool?

  /// Asks for deactivation.
  package init(session: String, notifyOthers: Bool? = nil) {
    self.session = session
    self.notifyOthers = notifyOthers
  }
}

/// Says that an interrupter (`phone`, `alarm`, `assistant`) begins.
package struct InterruptBeginRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "interrupt.begin"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var interrupter: String

  /// Says that an interrupter begins.
  package init(interrupter: String) {
    self.interrupter = interrupter
  }
}

/// Says that an interrupter is over.
package struct InterruptEndRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [SessionStatus]
  /// The JSON-RPC method.
  package static let method = "interrupt.end"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which one.
  package var interrupter: String
  /// Whether the interrupted may go on.
  package var shouldResume: Bool

  /// Says that an interrupter is over.
  package init(interrupter: String, shouldResume: Bool = true) {
    self.interrupter = interrupter
    self.shouldResume = shouldResume
  }
}

/// Prepares, plays, pauses or moves a player, or gives it another file.
package struct PlayerRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SourceStatus
  /// The JSON-RPC method.
  package static let method = "player.control"
  /// How long its texts may be.
  package static let bounds: [String: TextBound] = ["action": .file]
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// The name of the session.
  package var session: String
  /// The name of the source; `nil` when the session has one player.
  package var source: String?
  /// What to do.
  package var action: Action

  /// What to do with a player.
  package enum Action: Codable, Hashable, Sendable {
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
    /// Play another file, from its beginning, where the present one is playing or waits.
    ///
    /// A relative path begins at the folder of the preset. A player of a list goes on with its
    /// list after it.
    case load(file: String)
    /// Close the file and wait for another one; refused while it plays.
    ///
    /// The queue and the list stay.
    case eject
    /// Go on with the next track of the queue or the list.
    case next
    /// Go back to the track before.
    case previous
  }

  /// Asks a player to do something.
  package init(session: String, source: String? = nil, action: Action) {
    self.session = session
    self.source = source
    self.action = action
  }
}
