// SPDX-License-Identifier: Apache-2.0
// What each category means, one row each (DEF-14; the derived table of the rules' readings).

/// The fixed pattern of behaviour that a category stands for.
package struct CategoryBehaviour: Hashable, Sendable {
  /// S: the rule by which the silent switch silences it; `nil` when it does not.
  let silentRule: Rule?
  /// L: the rule by which the lock holds it; `nil` when it does not.
  let lockRule: Rule?
  /// X: whether activation interrupts other sessions that do not mix, unless an option says
  /// otherwise.
  package let interruptsOthers: Bool
  /// M: whether `mixWithOthers` can be asked for.
  package let mixing: Mixing
  /// The rule by which the session hears no input; `nil` when it does.
  let inputRule: Rule?
  /// The rule by which the session does not sound; `nil` when it does.
  let outputRule: Rule?
  /// The rule by which no player can be prepared.
  let prepareRule: Rule?
  /// The rule by which no player can play.
  let playRule: Rule?

  /// Whether the silent switch silences it.
  package var obeysSilentSwitch: Bool { silentRule != nil }
  /// Whether the lock holds it.
  package var obeysLock: Bool { lockRule != nil }
  /// Whether the session may hear inputs.
  package var hasInput: Bool { inputRule == nil }
  /// The rule by which the session hears no input; `nil` when it does.
  package var inputRuleID: RuleID? { inputRule?.id }
  /// The rule by which the session does not sound; `nil` when it does.
  package var outputRuleID: RuleID? { outputRule?.id }
  /// Whether the session may sound.
  package var hasOutput: Bool { outputRule == nil }
  /// Whether a player may play.
  package var allowsPlay: Bool { playRule == nil }

  /// Whether a category mixes.
  package enum Mixing: Hashable, Sendable {
    /// It always mixes; the rule by which that can't be asked for.
    case always(RuleID)
    /// It mixes when asked to.
    case optional
    /// It never mixes; the rule by which that can't be asked for.
    case never(RuleID)
  }
}

extension Category {
  /// The row of this category in the category table.
  package var behaviour: CategoryBehaviour {
    // swift-format-ignore
    switch self {
    //                                S       L       X      M                   in      out
    //                                prepare play
    case .ambient:         Self.row(.cat01, .cat02, false, .always(Rule.cat04.id), .cat05, nil,    nil,    nil)
    case .soloAmbient:     Self.row(.cat07, .cat08, true,  .never(Rule.cat10.id),  .cat11, nil,    nil,    nil)
    case .playback:        Self.row(nil,    nil,    true,  .optional,           .cat17, nil,    nil,    nil)
    case .record:          Self.row(nil,    nil,    true,  .never(Rule.cat22.id),  nil,    .cat23, nil,    .cat24)
    case .playAndRecord:   Self.row(nil,    nil,    true,  .optional,           nil,    nil,    nil,    nil)
    case .audioProcessing: Self.row(nil,    nil,    true,  .never(Rule.cat33.id),  .cat34, .cat34, .cat36, .cat36)
    case .multiRoute:      Self.row(nil,    nil,    true,  .optional,           nil,    nil,    nil,    nil)
    }
  }

  private static func row(
    _ silentRule: Rule?,
    _ lockRule: Rule?,
    _ interruptsOthers: Bool,
    _ mixing: CategoryBehaviour.Mixing,
    _ inputRule: Rule?,
    _ outputRule: Rule?,
    _ prepareRule: Rule?,
    _ playRule: Rule?
  ) -> CategoryBehaviour {
    CategoryBehaviour(
      silentRule: silentRule,
      lockRule: lockRule,
      interruptsOthers: interruptsOthers,
      mixing: mixing,
      inputRule: inputRule,
      outputRule: outputRule,
      prepareRule: prepareRule,
      playRule: playRule
    )
  }

  /// Deprecated names, and the categories that they stand for (ALI-01, ALI-02).
  package static let aliases: [String: Category] = ["uiSounds": .ambient, "liveAudio": .playback]
}
