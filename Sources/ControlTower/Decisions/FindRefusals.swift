// SPDX-License-Identifier: Apache-2.0
// Whether a configuration makes sense in itself, and which options it brings along.

extension SessionConfiguration {
  /// All reasons to refuse this configuration, the mode first; empty when it can be used.
  package func refusals() -> [Refusal] {
    var found: [Refusal] = []
    if !mode.row.categories.contains(category) {
      found.append(Refusal(.incompatibleMode(mode, category), rule: mode.row.rule))
    }
    for option in CategoryOption.allCases
    where options.contains(option) && !option.row.categories.contains(category) {
      let own = option == .mixWithOthers ? category.behaviour.mixing.forbiddingRule : nil
      found.append(Refusal(.incompatibleOption(option, category), rule: own ?? option.row.rule.id))
    }
    if !policy.goesWith(category, mode, options) {
      found.append(Refusal(.incompatiblePolicy(policy), rule: .ancPol01))
    }
    return found
  }

  /// The options that were not asked for but come with the mode and the other options.
  package var impliedOptions: Set<CategoryOption> {
    options.reduce(mode.row.implied) { $0.union($1.row.implied) }.subtracting(options)
  }

  /// All options in force: those asked for and those implied.
  package var optionsInForce: Set<CategoryOption> {
    options.union(impliedOptions)
  }

  /// Whether the session mixes with others.
  package var isMixable: Bool {
    category.behaviour.mixing.isAlways || inForce.contains(.mixWithOthers)
  }
}

extension CategoryBehaviour.Mixing {
  /// Whether sessions of the category always mix.
  package var isAlways: Bool {
    if case .always = self { true } else { false }
  }

  /// The rule by which mixing can't be asked for.
  fileprivate var forbiddingRule: RuleID? {
    switch self {
    case .always(let rule), .never(let rule): rule
    case .optional: nil
    }
  }
}

extension RouteSharingPolicy {
  /// Whether a session may ask for it: long-form policies are for plain playback, and no session
  /// may ask for `independent`.
  fileprivate func goesWith(
    _ category: Category,
    _ mode: Mode,
    _ options: Set<CategoryOption>
  ) -> Bool {
    switch self {
    case .default: true
    case .longFormAudio, .longFormVideo:
      category == .playback && options.isEmpty
        && [.default, .moviePlayback, .spokenAudio].contains(mode)
    case .independent: false
    }
  }
}
