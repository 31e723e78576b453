// SPDX-License-Identifier: Apache-2.0
// Which categories take an option, and which options it brings along.

/// A row of the option table.
struct OptionRow {
  /// The categories that take the option.
  let categories: Set<Category>
  /// The options that are switched on with it.
  let implied: Set<CategoryOption>
  /// The rule that says so.
  let rule: Rule
}

extension CategoryOption {
  /// The row of this option in the option table.
  var row: OptionRow {
    switch self {
    case .mixWithOthers:
      OptionRow(
        categories: [.playAndRecord, .playback, .multiRoute],
        implied: [],
        rule: .opt01
      )
    case .duckOthers:
      // A session that ducks others lets them play: it mixes (OPT-05).
      OptionRow(
        categories: [.playAndRecord, .playback, .multiRoute],
        implied: [.mixWithOthers],
        rule: .opt02
      )
    case .allowBluetooth:
      OptionRow(categories: [.record, .playAndRecord], implied: [], rule: .opt03)
    case .defaultToSpeaker:
      OptionRow(categories: [.playAndRecord], implied: [], rule: .opt04)
    }
  }

  /// The categories that take this option.
  public var categories: Set<Category> { row.categories }
}
