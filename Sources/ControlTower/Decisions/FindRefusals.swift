// SPDX-License-Identifier: Apache-2.0
// Whether a configuration makes sense in itself, and which options it brings along.

extension SessionConfiguration {
  /// Everything that speaks against this configuration, the mode first; empty when it can be used.
  public func refusals() -> [Refusal] {
    var found: [Refusal] = []
    if !mode.row.categories.contains(category) {
      found.append(Refusal(.incompatibleMode(mode, category), rule: mode.row.rule))
    }
    for option in CategoryOption.allCases
    where options.contains(option) && !option.row.categories.contains(category) {
      let own = option == .mixWithOthers ? category.behaviour.forbidsMixing : nil
      found.append(Refusal(.incompatibleOption(option, category), rule: own ?? option.row.rule))
    }
    return found
  }

  /// The options that were not asked for but come with the mode and the other options.
  public var impliedOptions: Set<CategoryOption> {
    options.reduce(mode.row.implied) { $0.union($1.row.implied) }.subtracting(options)
  }

  /// All options that count: asked for and implied.
  public var optionsInForce: Set<CategoryOption> {
    options.union(impliedOptions)
  }

  /// Whether the session and others can be active side by side.
  public var isMixable: Bool {
    category.behaviour.mixing == .always || optionsInForce.contains(.mixWithOthers)
  }
}
