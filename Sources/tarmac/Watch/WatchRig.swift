// SPDX-License-Identifier: Apache-2.0
// The parts of a rig, found in the paths of its tree.

internal import RigModel

/// The strips, players and routes of a rig, in the order of its tree.
struct WatchRig: Hashable, Sendable {
  /// Something with a fader or a meter.
  struct Strip: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case session
      /// An interrupter, a ring or the system sounds.
      case bus
      case route
    }

    var name: String
    var kind: Kind
    /// The paths of the peak meters of its channels.
    var meters: [String] = []
  }

  /// A player of a session.
  struct Player: Hashable, Sendable {
    var session: String
    var source: String

    var path: String { RigPath.Branch.sources.path(of: session, source) }
  }

  private(set) var strips: [Strip] = []
  private(set) var routes: [Strip] = []
  private(set) var players: [Player] = []
  /// The cells that the longest name of a strip or a route takes.
  private(set) var nameCells = 0

  /// The values to subscribe to: all that the view shows, and not each value of each plugin.
  static let patterns = [
    "*.fader_db", "*.mute", "*.cue", "*.active", "*.interrupted", "*.why", "*.category",
    "*.duck_db", "*.clips", "*.meters.*.peak_db", "*.sources.*.*", "*.role", "*.direction",
    "*.present", "*.connected", "*.waiting", "*.recording", "rig.preset", "rig.server.*",
    "rig.render.*", "rig.switches.*", "rig.interrupters.*.active",
  ]

  init() {}

  /// Finds the parts of a rig in the paths of its tree.
  init(_ paths: some Sequence<String>) {
    var found: [String: Strip] = [:]
    var order: [String] = []
    for path in paths {
      let parts = path.split(separator: ".").map(String.init)
      guard parts.count >= 2, parts[0] != RigPath.rig else { continue }
      let name = parts[0]
      if found[name] == nil {
        found[name] = Strip(name: name, kind: .bus)
        order.append(name)
      }
      switch (RigPath.Branch(rawValue: parts[1]), parts.count) {
      case (nil, _) where path == RigPath.Session.category.path(of: name):
        found[name]?.kind = .session
      case (nil, _) where path == RigPath.Route.direction.path(of: name): found[name]?.kind = .route
      case (.meters, 4): found[name]?.meters.append(path)
      case (.sources, 4) where parts[3] == RigPath.Player.playing.rawValue:
        players.append(Player(session: name, source: parts[2]))
      default: break
      }
    }
    let all = order.compactMap { found[$0] }
    strips = all.filter { $0.kind == .session } + all.filter { $0.kind == .bus }
    routes = all.filter { $0.kind == .route }
    nameCells = all.map { $0.name.shown.cells }.max() ?? 0
  }

  /// All that can be selected, from top to bottom.
  var selectable: [Strip] { strips + routes }
}
