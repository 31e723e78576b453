// SPDX-License-Identifier: Apache-2.0
// What the tower knows about one session.

/// The state of a session, with the reason for it.
package struct SessionState: Hashable, Sendable {
  /// What the session asked for.
  package internal(set) var configuration: SessionConfiguration {
    get { sharedConfiguration.value }
    set { sharedConfiguration = Shared(newValue) }
  }
  private(set) var sharedConfiguration: Shared<SessionConfiguration>
  /// Whether it may sound.
  package internal(set) var activation = Activation.inactive
  /// Why `activation` is what it is.
  package internal(set) var activationReason = Explanation(.act19)
  /// Whether its user has stopped its sound.
  package internal(set) var isPaused = false
  /// Why its sound is stopped; `nil` when it is not.
  package internal(set) var pauseReason: Explanation?
  /// Whether it is in the foreground, on the control surface.
  package internal(set) var isForeground: Bool
  /// Whether its user has muted it.
  package internal(set) var isMutedByUser = false
  /// Whether its program has muted it.
  package internal(set) var isMutedByProgram = false
  /// Whether it is muted by its user or its program.
  package var isOutputMuted: Bool { isMutedByUser || isMutedByProgram }
  /// Whether its program has muted its input.
  package internal(set) var isInputMuted = false
  /// What it forces its output to.
  package internal(set) var override = OutputOverride.none
  /// Where its sends lead.
  package internal(set) var targets: SendTargets
  /// What it would like the hardware to be.
  package internal(set) var preferences = Preferences()
  /// Whether it may record.
  package internal(set) var recordPermission: RecordPermission
  /// Where its sound comes from and goes to; for information while it is inactive.
  package internal(set) var route = RouteDescription.empty
  /// What the renderer does for it; kept as it is while the session does not sound.
  package internal(set) var strip = StripState()
  /// The exclusive tokens that it holds.
  package internal(set) var tokens: Set<ExclusiveToken> = []

  /// Its configuration as its preset says it; a reset of the audio server restores it.
  var firstConfiguration: SessionConfiguration {
    get { sharedFirstConfiguration.value }
    set { sharedFirstConfiguration = Shared(newValue) }
  }
  private var sharedFirstConfiguration: Shared<SessionConfiguration>
  /// Whether an interruption's end may bring it back: nothing that held it has said otherwise.
  var mayResume = true
  /// What its user asked for during its last interruption, when it could not follow: play or pause.
  var intent: Bool?
  /// When it last won an activation, counted in activations of the whole tower.
  var lastActivation = 0
  /// Whether its route waits for its activation, because its category was changed while it was
  /// inactive.
  var isRoutePending = false
  /// An interruption of which it could not be notified at the time.
  var lateInterruption: InterruptionReason?
  /// Whether the user has been asked for its permission to record.
  var hasPrompted = false
  /// The last hint that it got.
  var toldHint = false
  /// The last state of its input mute that it got.
  var toldInputMute = false
  /// Whether it was active and playing when the audio server was lost last.
  var wasPlayingBeforeLoss = false

  /// Whether a session may sound.
  package enum Activation: Hashable, Sendable {
    /// It does not ask to sound.
    case inactive
    /// It may sound.
    case active
    /// It was active until something interrupted it.
    case interrupted(by: Cause)
  }

  init(_ configuration: SessionConfiguration) {
    id = configuration.id
    sharedConfiguration = Shared(configuration)
    sharedFirstConfiguration = sharedConfiguration
    isForeground = configuration.behaviour.startsInForeground
    recordPermission = configuration.behaviour.recordPermission
    preferences = Preferences(configuration.preferences)
    targets = configuration.targets
  }

  /// The name of the session.
  package let id: SessionID

  /// Whether the session is active.
  package var isActive: Bool {
    if case .active = activation { true } else { false }
  }

  /// Whether its graph runs: it is active and the lock does not hold it.
  package var isSounding: Bool { isActive && strip.suspension == nil }

  /// Whether the session is active and its user has not stopped it; a live input always plays.
  package var isPlaying: Bool { isActive && !isPaused }

  /// Whether somebody has pressed pause, rather than an output having gone (PLY-A2).
  package var isPausedByUser: Bool { isPaused && pauseReason?.rule == Rule.plyA2.id }

  /// Whether an interrupted session was playing when it was interrupted, and was not stopped since.
  package var wasPlaying: Bool { interrupter != nil && !isPaused }

  /// The duck of the session, and what causes it; `nil` when it is not ducked, or not active.
  package var duck: AppliedDuck? { isActive ? strip.duck : nil }

  /// Where it is heard: no outputs while something silences it, as the talk of 2009 says of the
  /// route (RTE-07).
  ///
  /// This can be read, but is not notified (BG-03).
  package var audibleRoute: RouteDescription {
    guard isActive, strip.silencing != nil else { return route }
    return RouteDescription(inputs: route.inputs, outputs: [])
  }

  /// What interrupted it.
  var interrupter: Cause? {
    if case .interrupted(let cause) = activation { cause } else { nil }
  }
}

/// What the renderer does for a session, beside running its graph.
package struct StripState: Hashable, Sendable {
  /// What keeps its graph from running although it is active: the lock.
  package internal(set) var suspension: Explanation?
  /// What silences it while its time runs: the silent switch.
  package internal(set) var silencing: Explanation?
  /// Whether its user has muted it; pre-fader sends still have its sound.
  package internal(set) var isMuted = false
  /// What keeps its inputs at exact zeros: no permission, or the microphone switch.
  package internal(set) var zeroInput: Explanation?
  /// Its duck.
  package internal(set) var duck: AppliedDuck?
  /// The outputs where the duck acts, or did last; `nil` for all outputs.
  var duckOutputs: Set<PortID>?
  /// Whether its graph is bypassed for measurement.
  package internal(set) var isMeasuring = false
  /// The outputs that a measurement keeps it off.
  package internal(set) var closedOutputs: ClosedOutputs?
  /// Whether its secondary sources are silent because others play.
  package internal(set) var isSecondarySilent = false
  /// Whether the rig's voice processing runs before its graph.
  package internal(set) var processesVoice = false
  /// How verbose its prompts may be.
  package internal(set) var promptStyle = PromptStyle.normal
  /// The route that it was last connected to.
  var route = RouteDescription.empty
}

/// Outputs that a session is kept off.
package struct ClosedOutputs: Hashable, Sendable {
  /// The outputs.
  package let outputs: Set<PortID>
  /// Why: the rule, and the session that measures.
  package let reason: Explanation
}

/// A duck that acts on a session.
package struct AppliedDuck: Hashable, Sendable {
  /// The duck of the ducking session.
  package let duck: Duck
  /// Why: the rule, and the ducking session.
  package let reason: Explanation
  /// The outputs at which it is ducked; `nil` for all at which it is heard (DUCK-A3).
  package let outputs: Set<PortID>?
}

/// The rule behind a state, and its cause.
package struct Explanation: Hashable, Sendable {
  /// The rule that decided.
  package let rule: RuleID
  /// The cause, when it is not the session itself.
  package let cause: Cause?

  init(_ rule: Rule, cause: Cause? = nil) {
    self.rule = rule.id
    self.cause = cause
  }
}
