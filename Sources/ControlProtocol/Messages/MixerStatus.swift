// SPDX-License-Identifier: Apache-2.0
// The status of buses and groups.

/// A bus of the rig.
package struct BusStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// The fader; `nil` is silence.
  package var fader_db: Double?
  /// Whether it is muted.
  package var isMuted: Bool
  /// The levels of its channels, before trim and fader.
  package var levels: [LevelStatus]
  /// How often the level was over full scale since counters were reset.
  package var clips: Int?
  /// Its plugins.
  package var plugins: [PluginStatus]

  /// Describes a bus.
  package init(
    name: String,
    fader_db: Double?,
    isMuted: Bool,
    levels: [LevelStatus],
    plugins: [PluginStatus] = []
  ) {
    self.name = name
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.levels = levels
    self.plugins = plugins
  }
}

/// A group of the rig.
package struct GroupStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// The fader; `nil` is silence.
  package var fader_db: Double?
  /// Whether its members are muted.
  package var isMuted: Bool
  /// The sessions and buses whose level it changes.
  package var members: [String]

  /// Describes a group.
  package init(name: String, fader_db: Double?, isMuted: Bool, members: [String]) {
    self.name = name
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.members = members
  }
}
