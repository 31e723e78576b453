// SPDX-License-Identifier: Apache-2.0
// The answer to "why do I (not) hear this session?".

extension SessionState {
  /// Why the session sounds as it does: one sentence that ends in the rule's ID.
  public var why: String {
    let explanation = explanation
    let cause = explanation.culprit.map { " by \($0)" } ?? ""
    let rule = explanation.rule
    return "\(condition)\(cause): \(rule.sentence ?? "see the rule") (\(rule))."
  }

  private var condition: String {
    if duck != nil { return "Turned down" }
    switch activation {
    case .inactive: return "Inactive"
    case .active: return "Active"
    case .interrupted: return "Interrupted"
    }
  }
}

extension Culprit: CustomStringConvertible {
  /// The name for a sentence.
  public var description: String {
    switch self {
    case .session(let id): "session '\(id.name)'"
    case .interrupter(let interrupter): "the \(interrupter.rawValue)"
    }
  }
}
