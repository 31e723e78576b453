// SPDX-License-Identifier: Apache-2.0
// A decision of the tower, in sentences and in facts.

/// An event or a request, and the tower's decision about it.
///
/// Each sentence has its facts beside it.
package struct DecisionStatus: Codable, Hashable, Sendable {
  /// Its running number; 0 for a question.
  package var number: Int
  /// When it was made; `nil` for a question.
  package var at: TimeStamp?
  /// What happened, in words.
  package var event: String
  /// The facts of `event`.
  package var happening: DecisionEventStatus?
  /// Whether the tower refused.
  package var isRefused: Bool
  /// What was done, one line each with its rule; or the line of the refusal.
  package var lines: [String]
  /// The facts of `lines`, where something was done.
  package var effects: [EffectStatus]?
  /// The facts of a refusal.
  package var refusal: RefusalStatus?

  /// Describes a decision in sentences; its facts are set afterwards.
  package init(number: Int, event: String, isRefused: Bool, lines: [String]) {
    self.number = number
    self.event = event
    self.isRefused = isRefused
    self.lines = lines
  }

  /// The IDs of the rules behind it.
  package var rules: Set<String> {
    Set((effects ?? []).map(\.rule) + (refusal.map { [$0.rule] } ?? []))
  }
}

/// What happened or was asked for, in facts; what does not belong to its kind is `nil`.
package struct DecisionEventStatus: Codable, Hashable, Sendable {
  /// What it is, such as `activate`, `setVolume`, `interrupterBegan`.
  package var kind: String
  /// The session that it is about, or that asks.
  package var session: String?
  /// The session that `session` is connected to or from.
  package var otherSession: String?
  /// The route concerned.
  package var route: String?
  /// Which way: `input`, `output`.
  package var direction: String?
  /// What a route is, such as `headphones`.
  package var role: String?
  /// The routes to which a session is sent by their names.
  package var routes: [String]?
  /// Whether a session is sent along its own route as well.
  package var followsRoute: Bool?
  /// `phone`, `alarm` or `assistant`.
  package var interrupter: String?
  /// Whether something begins or ends, is turned on or off.
  package var isOn: Bool?
  /// Whether other sessions may go on, or get the hint that they may.
  package var shouldResume: Bool?
  /// The level that is asked for; `nil` is silence.
  package var level_db: Double?
  /// The category.
  package var category: String?
  /// The mode.
  package var mode: String?
  /// The options.
  package var options: [String]?
  /// The policy for sharing routes.
  package var policy: String?
  /// What is wished for the hardware.
  package var preferences: [ClientSetPreferencesRequest.Preference]?
  /// What the user has answered, or what the output is forced to.
  package var choice: String?
  /// The name of a system sound, or of an operator.
  package var name: String?
  /// What the hardware runs with.
  package var sampleRate_hz: Double?
  /// How long its cycles are.
  package var ioBufferDuration_seconds: Double?

  /// Names a kind; its facts are set afterwards.
  package init(kind: String) {
    self.kind = kind
  }
}

/// One thing that is to be done, in facts; what does not belong to its kind is `nil`.
package struct EffectStatus: Codable, Hashable, Sendable {
  /// What it is, such as `sound`, `duck`, `route`, `notify`.
  package var kind: String
  /// The whole of it for people, such as "turned down to -12 dB in 0.1 s".
  package var text: String
  /// The ID of the rule that decided.
  package var rule: String
  /// The cause, when it is not the session itself.
  package var cause: CauseStatus?
  /// The session that it is done to.
  package var session: String?
  /// The session that it sends to, or whose level it follows.
  package var otherSession: String?
  /// The route whose volume is set.
  package var route: String?
  /// The routes that the sound comes from; of `notify` those before.
  package var inputs: [String]?
  /// The routes that the sound goes to; of `closeOutputs` those that it is kept off, of `notify`
  /// those before.
  package var outputs: [String]?
  /// The interrupter whose sound is opened or closed.
  package var interrupter: String?
  /// Whether it begins or ends.
  package var isOn: Bool?
  /// The level before, where one is set and it is known; `nil` is silence.
  package var from_db: Double?
  /// The level that is set; `nil` is silence.
  package var to_db: Double?
  /// How long the level takes.
  package var over_seconds: Double?
  /// The delay before it.
  package var after_seconds: Double?
  /// The length of the hardware's cycles.
  package var ioBufferDuration_seconds: Double?
  /// The gain of the inputs, 0 to 1.
  package var gain: Double?
  /// The notification that the session gets, such as `interruptionBegan`.
  package var notification: String?
  /// The reason in the notification.
  package var reason: String?
  /// Whether the notification says that the session may go on.
  package var shouldResume: Bool?
  /// The name of a token or a system sound, or a prompt style.
  package var name: String?

  /// Describes an effect; what belongs to its kind is set afterwards.
  package init(kind: String, text: String, rule: String) {
    (self.kind, self.text, self.rule) = (kind, text, rule)
  }
}

/// The cause of something.
package struct CauseStatus: Codable, Hashable, Sendable {
  /// `session`, `interrupter`, `route`, `silentSwitch`, `lock`, `background`, `microphoneSwitch`,
  /// `audioServer` or `operator`.
  package var kind: String
  /// Which session, interrupter or route; `nil` for the others.
  package var name: String?

  /// Names a cause.
  package init(kind: String, name: String? = nil) {
    (self.kind, self.name) = (kind, name)
  }
}

/// Why the tower refused, in facts.
package struct RefusalStatus: Codable, Hashable, Sendable {
  /// The reason, such as `insufficientPriority`.
  package var reason: String
  /// The whole of it for people: one sentence that ends in the rule's ID.
  package var text: String
  /// The ID of the rule that decided.
  package var rule: String
  /// The session, interrupter or switch that prevented it, if there is one.
  package var cause: CauseStatus?

  /// Describes a refusal.
  package init(reason: String, text: String, rule: String, cause: CauseStatus?) {
    (self.reason, self.text, self.rule, self.cause) = (reason, text, rule, cause)
  }
}

/// One reason for how a session sounds, in a sentence and in facts.
package struct ReasonStatus: Codable, Hashable, Sendable {
  /// What it does to the session, in a few words: `Turned down`.
  package var effect: String
  /// The whole of it for people: one sentence that ends in the rule's ID.
  package var text: String
  /// The ID of the rule that decided.
  package var rule: String
  /// The cause, when it is not the session itself.
  package var cause: CauseStatus?

  /// Describes a reason.
  package init(effect: String, text: String, rule: String, cause: CauseStatus?) {
    (self.effect, self.text, self.rule, self.cause) = (effect, text, rule, cause)
  }
}
