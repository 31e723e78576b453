// SPDX-License-Identifier: Apache-2.0
// A refusal in words.

extension Refusal {
  /// What was refused and why: one sentence that ends in the rule's ID.
  public var sentence: String {
    "\(problem): \(rule.sentence ?? "see the rule") (\(rule))."
  }

  private var problem: String {
    switch reason {
    case .unknownSession(let id):
      "There is no session '\(id.name)'"
    case .duplicateSession(let id):
      "There is a session '\(id.name)' already"
    case .incompatibleMode(let mode, let category):
      "Mode \(mode.rawValue) does not go with category \(category.rawValue)"
    case .incompatibleOption(let option, let category):
      "Option \(option.rawValue) does not go with category \(category.rawValue)"
    case .insufficientPriority:
      "Refused because of \(culprit.map(\.description) ?? "something more important")"
    case .categoryForbidsPlayback(let category):
      "A session of category \(category.rawValue) cannot play"
    }
  }
}
