// SPDX-License-Identifier: Apache-2.0
// Reads category, mode, options and policy of a request, from an operator or a program.

import ControlTower
import RigErrors
import Suggestions

extension TowerEvent {
  /// The request for a category that these words make; what they leave out counts as never set.
  static func setCategory(
    _ id: SessionID,
    _ category: String,
    mode: String?,
    options: [String]?,
    policy: String?
  ) throws(RigError) -> TowerEvent {
    var set: Set<CategoryOption> = []
    for option in options ?? [] {
      try refuse(option, "option", CategoryOption.refused)
      set.insert(try word(option, of: "option", aliases: CategoryOption.aliases))
    }
    try refuse(mode ?? "", "mode", Mode.refused)
    return .setCategory(
      id,
      try word(category, of: "category", aliases: Category.aliases),
      try word(mode ?? "default", of: "mode"),
      set,
      try word(policy ?? "default", of: "policy")
    )
  }

  /// Refuses what a rig can't have, and names it.
  private static func refuse(
    _ text: String,
    _ field: String,
    _ refused: [String: RuleID]
  ) throws(RigError) {
    guard let rule = refused[text] else { return }
    let reason = rule.sentence ?? "a rig does not have it"
    throw RigError(
      .data,
      "The \(field) '\(text)' is refused: \(reason) (\(rule)).",
      rule: rule.description
    )
  }
}

/// The value that a word of a request stands for.
func word<Value: RawRepresentable & CaseIterable>(
  _ text: String,
  of field: String,
  aliases: [String: Value] = [:]
) throws(RigError) -> Value where Value.RawValue == String {
  guard let value = aliases[text] ?? Value(rawValue: text) else {
    let known = Value.allCases.map(\.rawValue)
    throw .data("There is no \(field) '\(text)'; \(Suggestion.among(known, for: text))")
  }
  return value
}
