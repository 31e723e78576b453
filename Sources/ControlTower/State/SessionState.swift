// SPDX-License-Identifier: Apache-2.0
// What the tower knows about one session.

/// The state of a session, with the reason for it.
public struct SessionState: Hashable, Sendable {
  /// What the session asked for.
  public internal(set) var configuration: SessionConfiguration
  /// Whether it may sound.
  public internal(set) var activation = Activation.inactive
  /// Why `activation` is what it is.
  public internal(set) var activationReason = Explanation(.act19)
  /// Whether its user has stopped its sound.
  public internal(set) var isPaused = false
  /// Whether an interruption's end may bring it back: nobody who held it up said otherwise.
  var mayResume = true
  /// When it last won an activation, counted in activations of the whole tower.
  var lastActivation = 0
  /// What its strip is turned down by; kept as it is while the session does not sound.
  var stripDuck: AppliedDuck?
  /// Whether its graph is bypassed for measurement; kept as it is while the session does not sound.
  var isMeasuring = false

  /// Whether a session may sound.
  public enum Activation: Hashable, Sendable {
    /// It lays no claim to the rig.
    case inactive
    /// It may sound.
    case active
    /// It was active until somebody took that away.
    case interrupted(by: Culprit)
  }

  init(_ configuration: SessionConfiguration) {
    self.configuration = configuration
  }

  /// The name of the session.
  public var id: SessionID { configuration.id }

  /// Whether the session is active.
  public var isActive: Bool { activation == .active }

  /// Whether the session is active and its user has not stopped it; a live input always plays.
  public var isPlaying: Bool { isActive && !isPaused }

  /// Whether an interrupted session was playing when that happened, and was not stopped since.
  public var wasPlaying: Bool { interrupter != nil && !isPaused }

  /// How far the session is turned down, and by whom; `nil` when it is not, or not active.
  public var duck: AppliedDuck? { isActive ? stripDuck : nil }

  /// Why the session sounds as it does at the moment.
  public var explanation: Explanation { duck?.reason ?? activationReason }

  /// Who interrupted it.
  var interrupter: Culprit? {
    if case .interrupted(let culprit) = activation { culprit } else { nil }
  }
}

/// A duck that turns a session down.
public struct AppliedDuck: Hashable, Sendable {
  /// The duck of the ducking session.
  public let duck: Duck
  /// Why: the rule, and the ducking session.
  public let reason: Explanation
}

/// The rule behind a state, and who caused it.
public struct Explanation: Hashable, Sendable {
  /// The rule that decided.
  public let rule: RuleID
  /// Who or what is the cause, when it is not the session itself.
  public let culprit: Culprit?

  init(_ rule: Rule, culprit: Culprit? = nil) {
    self.rule = rule.id
    self.culprit = culprit
  }
}
