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
    case .allowBluetoothHFP:
      OptionRow(categories: [.record, .playAndRecord], implied: [], rule: .opt03)
    case .defaultToSpeaker:
      OptionRow(categories: [.playAndRecord], implied: [], rule: .opt04)
    case .interruptSpokenAudioAndMixWithOthers:
      OptionRow(
        categories: [.playAndRecord, .playback, .multiRoute],
        implied: [.mixWithOthers],
        rule: .ancOpt01
      )
    case .allowBluetoothA2DP:
      OptionRow(categories: [.playAndRecord], implied: [], rule: .ancOpt02)
    case .allowAirPlay:
      OptionRow(categories: [.playAndRecord], implied: [], rule: .ancOpt03)
    case .overrideMutedMicrophoneInterruption:
      OptionRow(
        categories: Set(Category.allCases.filter(\.behaviour.hasInput)),
        implied: [],
        rule: .ancOpt04
      )
    }
  }

  /// Deprecated names, and the options that they stand for.
  package static let aliases: [String: CategoryOption] = ["allowBluetooth": .allowBluetoothHFP]

  /// Options that a rig can't have, and the rule that says why.
  package static let refused: [String: RuleID] = [
    "bluetoothHighQualityRecording": Rule.ancOpt05.id, "farFieldInput": Rule.ancOpt05.id,
  ]

  /// Whether a change of the mode alone ends the option (ANC-OPT-06).
  var isLostWithMode: Bool {
    switch self {
    case .allowBluetoothHFP, .allowBluetoothA2DP, .defaultToSpeaker: true
    default: false
    }
  }

  /// The categories that take this option.
  package var categories: Set<Category> { row.categories }
}
