// SPDX-License-Identifier: Apache-2.0
// The status of buses and groups.

/// A bus of the rig.
public struct BusStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The fader; `nil` is silence.
  public var fader_db: Double?
  /// Whether it is muted.
  public var isMuted: Bool
  /// The levels of its channels, before trim and fader.
  public var levels: [LevelStatus]
  /// How often the level was over full scale since counters were reset.
  public var clips: Int?
  /// Its plugins.
  public var plugins: [PluginStatus]

  /// Describes a bus.
  public init(
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
public struct GroupStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The fader; `nil` is silence.
  public var fader_db: Double?
  /// Whether its members are muted.
  public var isMuted: Bool
  /// The sessions and buses whose level it changes.
  public var members: [String]

  /// Describes a group.
  public init(name: String, fader_db: Double?, isMuted: Bool, members: [String]) {
    self.name = name
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.members = members
  }
}
