// SPDX-License-Identifier: Apache-2.0
// Requests that ask the tower for reasons, previews and past decisions, and requests of the
// operator about one session.

package import ControlTree

/// Asks why a session sounds as it does.
package struct ExplainRequest: ControlRequest {
  /// Sentences, the most important one first; each ends in the ID of its rule.
  package typealias Reply = [String]
  /// The JSON-RPC method.
  package static let method = "session.explain"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// The name of the session.
  package var session: String

  /// Asks about a session.
  package init(session: String) {
    self.session = session
  }
}

/// Asks why a session sounds as it does, for programs: each sentence with its facts.
package struct ReasonsRequest: ControlRequest {
  /// Reasons, the most important one first.
  package typealias Reply = [ReasonStatus]
  /// The JSON-RPC method.
  package static let method = "session.reasons"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// The name of the session.
  package var session: String

  /// Asks about a session.
  package init(session: String) {
    self.session = session
  }
}

/// Asks what would happen, and changes nothing.
package struct WhatIfRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = DecisionStatus
  /// The JSON-RPC method.
  package static let method = "tower.whatIf"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// What would be done.
  package var action: Action
  /// To what: the name of a session, an interrupter, a route or a switch.
  package var subject: String

  /// What can be asked about.
  package enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    case activate, deactivate, play, pause, ring, begin, end, unplug, turnOn, turnOff
  }

  /// Asks about an action.
  package init(action: Action, subject: String) {
    self.action = action
    self.subject = subject
  }
}

/// Asks for the decisions that were made, the newest last.
package struct DecisionListRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [DecisionStatus]
  /// The JSON-RPC method.
  package static let method = "decision.list"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// How many; `nil` for all that are kept.
  package var last: Int?

  /// Asks for decisions.
  package init(last: Int? = nil) {
    self.last = last
  }
}

/// Brings a session to the control surface, or takes it away.
package struct ForegroundRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.foreground"
  /// The name of the session.
  package var session: String
  /// Whether it is to be in the foreground.
  package var isForeground: Bool

  /// Asks for a change.
  package init(session: String, isForeground: Bool) {
    self.session = session
    self.isForeground = isForeground
  }
}

/// Takes a session's activation away, or releases it, whether the session agrees or not.
package struct ForceRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.force"
  /// The name of the session.
  package var session: String
  /// What is done to it.
  package var action: Action

  /// What an operator can do to a session.
  package enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is inactive until somebody activates it again.
    case deactivate
    /// It is interrupted until it is released.
    case interrupt
    /// It may go on.
    case release
  }

  /// Asks for force.
  package init(session: String, action: Action) {
    self.session = session
    self.action = action
  }
}

/// Gives a session another category, mode, options and policy.
package struct SetCategoryRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.setCategory"
  /// The name of the session.
  package var session: String
  /// The category.
  package var category: String
  /// The mode; `default` when nothing is said.
  package var mode: String?
  /// The options; none when nothing is said.
  package var options: [String]?
  /// The route sharing policy; `default` when nothing is said.
  package var policy: String?

  /// Asks for a category.
  package init(
    session: String,
    category: String,
    mode: String? = nil,
    options: [String]? = nil,
    policy: String? = nil
  ) {
    self.session = session
    self.category = category
    self.mode = mode
    self.options = options
    self.policy = policy
  }
}

/// Forces the output of a session to the speaker, or ends that.
package struct OverrideOutputRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = SessionStatus
  /// The JSON-RPC method.
  package static let method = "session.overrideOutput"
  /// The name of the session.
  package var session: String
  /// `speaker` or `none`.
  package var port: String

  /// Asks for an override.
  package init(session: String, port: String) {
    self.session = session
    self.port = port
  }
}
