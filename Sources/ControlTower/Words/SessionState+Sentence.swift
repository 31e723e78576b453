// SPDX-License-Identifier: Apache-2.0
// The answer to "why do I (not) hear this session?".

extension SessionState {
  /// Why the session sounds as it does: one sentence that ends in the rule's ID.
  public var why: String {
    let explanation = explanation
    let cause = explanation.culprit.map { " \(condition.relation) \($0)" } ?? ""
    let rule = explanation.rule
    return "\(condition.word)\(cause): \(rule.sentence ?? "see the rule") (\(rule))."
  }

  /// What the session is, and how that relates to who caused it.
  private var condition: (word: String, relation: String) {
    if duck != nil { return ("Turned down", "by") }
    return switch activation {
    case .inactive: ("Inactive", "by")
    case .active: ("Active", "after")
    case .interrupted: ("Interrupted", "by")
    }
  }
}

extension SessionState {
  /// Why the session sounds as it does at the moment.
  public var explanation: Explanation { duck?.reason ?? activationReason }
}

extension Culprit: CustomStringConvertible {
  /// The name for a sentence.
  public var description: String {
    switch self {
    case .session(let id): "session '\(id.name)'"
    case .interrupter(let interrupter): "the \(interrupter.rawValue)"
    case .port(let port): "route '\(port)'"
    case .silentSwitch: "the silent switch"
    case .lock: "the lock"
    case .microphoneSwitch: "the microphone switch"
    case .audioServer: "the loss of the audio server"
    case .operator: "the operator"
    }
  }
}
