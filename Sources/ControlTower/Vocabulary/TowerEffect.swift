// SPDX-License-Identifier: Apache-2.0
// What the tower wants done, and why: the only way out of the tower.

public import Quantities

/// The ID of a row of the session rules, such as `MIX-03`.
public struct RuleID: Hashable, Sendable, CustomStringConvertible {
  /// The ID.
  public let description: String

  /// Names a rule.
  public init(_ id: String) {
    description = id
  }
}

/// One thing that the tower wants done, with the rule that decided it.
///
/// Effects are carried out in order; a session's sound has ended before a later effect lets another one start.
public struct TowerEffect: Hashable, Sendable {
  /// What to do.
  public var action: Action
  /// The rule that decided it.
  public var rule: RuleID
  /// Who or what is the cause, when it is not the session itself.
  public var culprit: Culprit?

  /// Describes an effect.
  public init(_ action: Action, rule: RuleID, culprit: Culprit? = nil) {
    self.action = action
    self.rule = rule
    self.culprit = culprit
  }

  /// What is to be done to a session.
  public enum Action: Hashable, Sendable {
    /// Let the session sound: its graph runs and its strip opens.
    case sound(SessionID)
    /// Ramp the session to silence, then stop calling its graph; state and position are kept.
    case suspend(SessionID)
    /// Move the session's duck gain to a level over a time; 0 dB restores it exactly.
    case duck(SessionID, level: Decibels, over: Seconds)
    /// Bypass all processing of the session, bit for bit, or end that.
    case measure(SessionID, Bool)
    /// Tell the session's clients.
    case notify(SessionID, Notification)
  }

  /// What a session's clients are told.
  public enum Notification: Hashable, Sendable {
    case didActivate
    case didDeactivate
    case interruptionBegan
    case interruptionEnded(shouldResume: Bool)
  }
}

/// Who caused an effect.
public enum Culprit: Hashable, Sendable {
  case session(SessionID)
  case interrupter(Interrupter)
}

/// Why a request was refused; the state is as it was.
public struct Refusal: Error, Hashable, Sendable {
  /// What stood against it.
  public var reason: Reason
  /// The rule that decided it.
  public var rule: RuleID
  /// Who stood against it, if it was somebody.
  public var culprit: Culprit?

  /// Describes a refusal.
  public init(_ reason: Reason, rule: RuleID, culprit: Culprit? = nil) {
    self.reason = reason
    self.rule = rule
    self.culprit = culprit
  }

  /// What stood against a request.
  public enum Reason: Hashable, Sendable {
    case unknownSession(SessionID)
    case duplicateSession(SessionID)
    case incompatibleMode(Mode, Category)
    case incompatibleOption(CategoryOption, Category)
    case insufficientPriority
    case categoryForbidsPlayback(Category)
  }
}
