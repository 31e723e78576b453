// SPDX-License-Identifier: Apache-2.0
// Which categories a mode goes with, and which options it brings along.

/// A row of the mode table.
struct ModeRow {
  /// The categories that the mode specialises.
  let categories: Set<Category>
  /// The options that are switched on with the mode.
  let implied: Set<CategoryOption>
  /// The rule that says so.
  let rule: Rule
}

extension Mode {
  /// The row of this mode in the mode table.
  var row: ModeRow {
    switch self {
    case .default:
      ModeRow(categories: Set(Category.allCases), implied: [], rule: .mode01)
    case .voiceChat:
      ModeRow(categories: [.playAndRecord], implied: [.allowBluetoothHFP], rule: .mode02)
    case .videoChat:
      ModeRow(
        categories: [.playAndRecord],
        implied: [.allowBluetoothHFP, .defaultToSpeaker],
        rule: .mode03
      )
    case .gameChat:
      // Routed as videoChat is (MODE-14).
      ModeRow(
        categories: [.playAndRecord],
        implied: [.allowBluetoothHFP, .defaultToSpeaker],
        rule: .mode04
      )
    case .videoRecording:
      ModeRow(categories: [.playAndRecord, .record], implied: [], rule: .mode05)
    case .measurement:
      ModeRow(categories: [.playAndRecord, .record, .playback], implied: [], rule: .mode06)
    case .moviePlayback:
      ModeRow(categories: [.playback], implied: [], rule: .mode07)
    case .spokenAudio:
      ModeRow(categories: Self.sounding, implied: [], rule: .ancMode01)
    case .voicePrompt:
      ModeRow(categories: Self.sounding, implied: [], rule: .ancMode02)
    case .shortFormVideo:
      ModeRow(categories: [.playback], implied: [], rule: .ancMode03)
    }
  }

  /// The categories that can sound.
  private static let sounding: Set<Category> =
    Set(Category.allCases.filter(\.behaviour.hasOutput))

  /// Modes that a rig can't have, and the rule that says why.
  package static let refused: [String: RuleID] = ["dualRoute": Rule.ancMode04.id]

  /// The categories that go with this mode.
  package var categories: Set<Category> { row.categories }
}
