// SPDX-License-Identifier: Apache-2.0
// How many rows each part of the full screen has.

/// How the rows of a screen are shared out: everything is shown while there is room, then less of
/// each part.
struct WatchLayout: Hashable, Sendable {
  /// Whether strips have a second row for the reason, and whether routes have one for their ports.
  var stripsAreTall = true
  var routesAreTall = true
  /// The rows of each part, its heading among them.
  var strips = 0
  var players = 0
  var routes = 0
  var happenings = 0

  /// Rows above and below all parts.
  static let frame = 3

  /// Shares out `rows`.
  init(_ rig: WatchRig, rows: Int) {
    let room = max(0, rows - Self.frame)
    let least = room >= 16 ? 4 : room >= 10 ? 2 : 0
    players = rig.players.isEmpty ? 0 : 1 + rig.players.count
    let sessions = rig.strips.count { $0.kind == .session }
    for (stripsAreTall, routesAreTall) in [(true, true), (true, false), (false, false)] {
      (self.stripsAreTall, self.routesAreTall) = (stripsAreTall, routesAreTall)
      strips = rig.strips.isEmpty ? 0 : 1 + rig.strips.count + (stripsAreTall ? sessions : 0)
      routes = rig.routes.isEmpty ? 0 : 1 + rig.routes.count * (routesAreTall ? 2 : 1)
      if strips + players + routes + least <= room { break }
    }
    let tooMany = strips + players + routes + least - room
    if tooMany > 0 { shrink(room: room - least) }
    happenings = room - strips - players - routes
  }

  /// Strips scroll before routes do, and players last; each keeps a heading and a row.
  private mutating func shrink(room: Int) {
    players = min(players, max(room / 5, 2))
    routes = min(routes, max(room / 3, 2))
    strips = min(strips, max(room - players - routes, 2))
    if strips + players + routes > room { players = 0 }
    if strips + routes > room { routes = 0 }
    strips = min(strips, room)
  }
}
