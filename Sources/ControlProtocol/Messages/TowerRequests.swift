// SPDX-License-Identifier: Apache-2.0
// Requests that ask the tower for reasons, previews and past decisions, and requests of the
// operator about one session.

public import ControlTree

/// Asks why a session sounds as it does.
public struct ExplainRequest: ControlRequest {
  /// Sentences, the most important one first; each ends in the ID of its rule.
  public typealias Reply = [String]
  /// The JSON-RPC method.
  public static let method = "session.explain"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// The name of the session.
  public var session: String

  /// Asks about a session.
  public init(session: String) {
    self.session = session
  }
}

/// Asks why a session sounds as it does, for programs: each sentence with its facts.
public struct ReasonsRequest: ControlRequest {
  /// Reasons, the most important one first.
  public typealias Reply = [ReasonStatus]
  /// The JSON-RPC method.
  public static let method = "session.reasons"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// The name of the session.
  public var session: String

  /// Asks about a session.
  public init(session: String) {
    self.session = session
  }
}

/// Asks what would happen, and changes nothing.
public struct WhatIfRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = DecisionStatus
  /// The JSON-RPC method.
  public static let method = "tower.whatIf"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// What would be done.
  public var action: Action
  /// To what: the name of a session, an interrupter, a route or a switch.
  public var subject: String

  /// What can be asked about.
  public enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    case activate, deactivate, play, pause, ring, begin, end, unplug, turnOn, turnOff
  }

  /// Asks about an action.
  public init(action: Action, subject: String) {
    self.action = action
    self.subject = subject
  }
}

/// Asks for the decisions that were made, the newest last.
public struct DecisionListRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [DecisionStatus]
  /// The JSON-RPC method.
  public static let method = "decision.list"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// How many; `nil` for all that are kept.
  public var last: Int?

  /// Asks for decisions.
  public init(last: Int? = nil) {
    self.last = last
  }
}

/// Brings a session to the control surface, or takes it away.
public struct ForegroundRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.foreground"
  /// The name of the session.
  public var session: String
  /// Whether it is to be in the foreground.
  public var isForeground: Bool

  /// Asks for a change.
  public init(session: String, isForeground: Bool) {
    self.session = session
    self.isForeground = isForeground
  }
}

/// Takes a session's activation away, or releases it, whether the session agrees or not.
public struct ForceRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.force"
  /// The name of the session.
  public var session: String
  /// What is done to it.
  public var action: Action

  /// What an operator can do to a session.
  public enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is inactive until somebody activates it again.
    case deactivate
    /// It is interrupted until it is released.
    case interrupt
    /// It may go on.
    case release
  }

  /// Asks for force.
  public init(session: String, action: Action) {
    self.session = session
    self.action = action
  }
}

/// Gives a session another category, mode, options and policy.
public struct SetCategoryRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.setCategory"
  /// The name of the session.
  public var session: String
  /// The category.
  public var category: String
  /// The mode; `default` when nothing is said.
  public var mode: String?
  /// The options; none when nothing is said.
  public var options: [String]?
  /// The route sharing policy; `default` when nothing is said.
  public var policy: String?

  /// Asks for a category.
  public init(
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
public struct OverrideOutputRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = SessionStatus
  /// The JSON-RPC method.
  public static let method = "session.overrideOutput"
  /// The name of the session.
  public var session: String
  /// `speaker` or `none`.
  public var port: String

  /// Asks for an override.
  public init(session: String, port: String) {
    self.session = session
    self.port = port
  }
}
