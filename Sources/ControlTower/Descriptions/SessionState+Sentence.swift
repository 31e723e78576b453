// SPDX-License-Identifier: Apache-2.0
// The answer to "why do I (not) hear this session?".

extension SessionState {
  /// What keeps the session from sounding as it would by itself: one sentence that ends in the
  /// rule's ID; empty where nothing does.
  package var why: String { isActive && conditions.count == 1 ? "" : conditions[0].sentence }

  /// Why the session sounds as it does at the moment.
  package var explanation: Explanation { conditions[0].explanation }

  /// What made a session inactive, and whether it is advised to come back; `nil` while it is active
  /// (ANC-INT-06).
  package var inactivity: Inactivity? {
    guard !isActive else { return nil }
    return Inactivity(
      source: activationReason.cause == nil ? .app : .system,
      reason: activationReason,
      isResumptionRecommended: activation == .inactive && activationReason.rule == Rule.int14.id
        && mayResume
    )
  }

  /// All reasons for how it sounds, the most important one first; never empty.
  var conditions: [Condition] {
    let base =
      switch activation {
      case .active: Condition("Active", "after", activationReason)
      case .inactive: Condition("Inactive", "by", activationReason)
      case .interrupted: Condition("Interrupted", "by", activationReason)
      }
    let pause = isPaused ? pauseReason.map { Condition("Paused", "because of", $0) } : nil
    guard isActive else { return [base] + [pause].compactMap(\.self) }
    let found = [
      strip.suspension.map { Condition("Held", "by", $0) },
      strip.silencing.map { Condition("Silenced", "by", $0) },
      outputsKept.isEmpty ? nil : strip.closedOutputs.map { Condition(keptOff, "by", $0.reason) },
      strip.isMuted ? Condition("Muted", "by", Explanation(.ancMut01)) : nil,
      pause,
      strip.duck.map { Condition("Turned down", "by", $0.reason) },
      strip.zeroInput.map { Condition("Hears exact silence", "because of", $0) },
      strip.isMeasuring ? Condition("Bypassed", "by", Explanation(.meas01)) : nil,
    ]
    return found.compactMap(\.self) + [base]
  }

  private var keptOff: String {
    "Kept off \(outputsKept.sorted().map { "'\($0)'" }.joined(separator: ", "))"
  }
}

/// What made a session inactive.
package struct Inactivity: Hashable, Sendable {
  /// Whether the session deactivated itself, or the system took its activation away.
  package let source: Source
  /// The rule and the cause.
  package let reason: Explanation
  /// Whether the cause is over, with the advice to go on.
  package let isResumptionRecommended: Bool

  /// The side that acted.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// The session itself.
    case app
    /// Anything else.
    case system
  }
}

/// Something that makes a session sound as it does.
package struct Condition: Hashable, Sendable {
  /// What it does to the session, such as "Turned down".
  package let word: String
  /// The words between the effect and its cause, such as "because of".
  let relation: String
  /// The rule and the cause.
  package let explanation: Explanation

  init(_ word: String, _ relation: String, _ explanation: Explanation) {
    self.word = word
    self.relation = relation
    self.explanation = explanation
  }

  /// One sentence that ends in the rule's ID.
  package var sentence: String {
    let suffix = explanation.cause.map { " \(relation) \($0)" } ?? ""
    let rule = explanation.rule
    return "\(word)\(suffix): \(rule.sentence ?? "see the rule") (\(rule))."
  }
}

extension Cause: CustomStringConvertible {
  /// The name for a sentence.
  package var description: String {
    switch self {
    case .session(let id): "session '\(id.name)'"
    case .interrupter(let interrupter): "the \(interrupter.rawValue)"
    case .port(let port): "route '\(port)'"
    case .silentSwitch: "the silent switch"
    case .lock: "the lock"
    case .background: "its move to the background"
    case .microphoneSwitch: "the microphone switch"
    case .audioServer: "the loss of the audio server"
    case .operator: "the operator"
    }
  }
}
