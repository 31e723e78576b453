// SPDX-License-Identifier: Apache-2.0
// A decision of the tower, in sentences and in facts.

/// An event or a request, and the tower's decision about it.
///
/// Each sentence has its facts beside it.
public struct DecisionStatus: Codable, Hashable, Sendable {
  /// Its running number; 0 for a question.
  public var number: Int
  /// When it was made; `nil` for a question.
  public var at: TimeStamp?
  /// What happened, in words.
  public var event: String
  /// The facts of `event`.
  public var happening: DecisionEventStatus?
  /// Whether the tower refused.
  public var isRefused: Bool
  /// What was done, one line each with its rule; or the line of the refusal.
  public var lines: [String]
  /// The facts of `lines`, where something was done.
  public var effects: [EffectStatus]?
  /// The facts of a refusal.
  public var refusal: RefusalStatus?

  /// Describes a decision in sentences; its facts are set afterwards.
  public init(number: Int, event: String, isRefused: Bool, lines: [String]) {
    self.number = number
    self.event = event
    self.isRefused = isRefused
    self.lines = lines
  }

  /// The IDs of the rules behind it.
  public var rules: Set<String> {
    Set((effects ?? []).map(\.rule) + (refusal.map { [$0.rule] } ?? []))
  }
}

/// What happened or was asked for, in facts; what does not belong to its kind is `nil`.
public struct DecisionEventStatus: Codable, Hashable, Sendable {
  /// What it is, such as `activate`, `setVolume`, `interrupterBegan`.
  public var kind: String
  /// The session that it is about, or that asks.
  public var session: String?
  /// The session that `session` is connected to or from.
  public var otherSession: String?
  /// The route concerned.
  public var route: String?
  /// Which way: `input`, `output`.
  public var direction: String?
  /// What a route is, such as `headphones`.
  public var role: String?
  /// The routes to which a session is sent by their names.
  public var routes: [String]?
  /// Whether a session is sent along its own route as well.
  public var followsRoute: Bool?
  /// `phone`, `alarm` or `assistant`.
  public var interrupter: String?
  /// Whether something begins or ends, is turned on or off.
  public var isOn: Bool?
  /// Whether other sessions may go on, or get the hint that they may.
  public var shouldResume: Bool?
  /// The level that is asked for; `nil` is silence.
  public var level_db: Double?
  /// The category.
  public var category: String?
  /// The mode.
  public var mode: String?
  /// The options.
  public var options: [String]?
  /// The policy for sharing routes.
  public var policy: String?
  /// What is wished for the hardware.
  public var preferences: [ClientSetPreferencesRequest.Preference]?
  /// What the user has answered, or what the output is forced to.
  public var choice: String?
  /// The name of a system sound, or of an operator.
  public var name: String?
  /// What the hardware runs with.
  public var sampleRate_hz: Double?
  /// How long its cycles are.
  public var ioBufferDuration_seconds: Double?

  /// Names a kind; its facts are set afterwards.
  public init(kind: String) {
    self.kind = kind
  }
}

/// One thing that is to be done, in facts; what does not belong to its kind is `nil`.
public struct EffectStatus: Codable, Hashable, Sendable {
  /// What it is, such as `sound`, `duck`, `route`, `notify`.
  public var kind: String
  /// The whole of it for people, such as "turned down to -12 dB in 0.1 s".
  public var text: String
  /// The ID of the rule that decided.
  public var rule: String
  /// The cause, when it is not the session itself.
  public var cause: CauseStatus?
  /// The session that it is done to.
  public var session: String?
  /// The session that it sends to, or whose level it follows.
  public var otherSession: String?
  /// The route whose volume is set.
  public var route: String?
  /// The routes that the sound comes from; of `notify` those before.
  public var inputs: [String]?
  /// The routes that the sound goes to; of `closeOutputs` those that it is kept off, of `notify`
  /// those before.
  public var outputs: [String]?
  /// The interrupter whose sound is opened or closed.
  public var interrupter: String?
  /// Whether it begins or ends.
  public var isOn: Bool?
  /// The level before, where one is set and it is known; `nil` is silence.
  public var from_db: Double?
  /// The level that is set; `nil` is silence.
  public var to_db: Double?
  /// How long the level takes.
  public var over_seconds: Double?
  /// The delay before it.
  public var after_seconds: Double?
  /// The length of the hardware's cycles.
  public var ioBufferDuration_seconds: Double?
  /// The gain of the inputs, 0 to 1.
  public var gain: Double?
  /// The notification that the session gets, such as `interruptionBegan`.
  public var notification: String?
  /// The reason in the notification.
  public var reason: String?
  /// Whether the notification says that the session may go on.
  public var shouldResume: Bool?
  /// The name of a token or a system sound, or a prompt style.
  public var name: String?

  /// Describes an effect; what belongs to its kind is set afterwards.
  public init(kind: String, text: String, rule: String) {
    (self.kind, self.text, self.rule) = (kind, text, rule)
  }
}

/// The cause of something.
public struct CauseStatus: Codable, Hashable, Sendable {
  /// `session`, `interrupter`, `route`, `silentSwitch`, `lock`, `background`, `microphoneSwitch`,
  /// `audioServer` or `operator`.
  public var kind: String
  /// Which session, interrupter or route; `nil` for the others.
  public var name: String?

  /// Names a cause.
  public init(kind: String, name: String? = nil) {
    (self.kind, self.name) = (kind, name)
  }
}

/// Why the tower refused, in facts.
public struct RefusalStatus: Codable, Hashable, Sendable {
  /// The reason, such as `insufficientPriority`.
  public var reason: String
  /// The whole of it for people: one sentence that ends in the rule's ID.
  public var text: String
  /// The ID of the rule that decided.
  public var rule: String
  /// The session, interrupter or switch that prevented it, if there is one.
  public var cause: CauseStatus?

  /// Describes a refusal.
  public init(reason: String, text: String, rule: String, cause: CauseStatus?) {
    (self.reason, self.text, self.rule, self.cause) = (reason, text, rule, cause)
  }
}

/// One reason for how a session sounds, in a sentence and in facts.
public struct ReasonStatus: Codable, Hashable, Sendable {
  /// What it does to the session, in a few words: `Turned down`.
  public var effect: String
  /// The whole of it for people: one sentence that ends in the rule's ID.
  public var text: String
  /// The ID of the rule that decided.
  public var rule: String
  /// The cause, when it is not the session itself.
  public var cause: CauseStatus?

  /// Describes a reason.
  public init(effect: String, text: String, rule: String, cause: CauseStatus?) {
    (self.effect, self.text, self.rule, self.cause) = (effect, text, rule, cause)
  }
}
