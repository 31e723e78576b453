// SPDX-License-Identifier: Apache-2.0
// Which network outputs a category and a mode can use.

/// The network outputs that a session can use.
package enum NetworkSupport: String, Hashable, Sendable, CaseIterable {
  /// None.
  case none
  /// Those that belong to a picture only.
  case mirrored
  /// Those for sound alone as well.
  case both
}

extension SessionConfiguration {
  /// The network outputs that go with the category and mode.
  package var networkSupport: NetworkSupport { networkRow.support }

  /// The row of the category and mode, with the rule that says so.
  var networkRow: (support: NetworkSupport, rule: Rule) {
    switch (category, mode) {
    case (.ambient, _), (.soloAmbient, _), (.playback, _): (.both, .air01)
    case (.playAndRecord, .default), (.playAndRecord, .videoChat), (.playAndRecord, .gameChat):
      (.mirrored, .air02)
    case (.playAndRecord, _): (.none, .air03)
    case (.record, _), (.audioProcessing, _), (.multiRoute, _): (.none, .air04)
    }
  }
}
