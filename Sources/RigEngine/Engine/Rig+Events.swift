// SPDX-License-Identifier: Apache-2.0
// From a preset to the events that its tower gets: the same for a live rig, an offline one and a
// simulated one.

package import ControlTower
package import Quantities
package import RigModel

/// What a rig finds when it comes up: the world around it, and what it remembers of an earlier run.
package struct RigInitialState {
  /// The routes that can be used; `nil` for all of them.
  var present: Set<String>?
  /// What the hardware runs with; `nil` when there is none.
  var hardware: Hardware?
  /// The volumes that the user has set.
  var volumes: [VolumeKey: Decibels] = [:]
  /// What the user has answered.
  var permissions: [SessionID: RecordPermission] = [:]
  /// The switches that are on.
  var switches: [TowerEvent] = []
  /// What players go on with, by their paths.
  package var tracks: [String: KeptTrack] = [:]

  /// A rig by itself, with everything in its place.
  package static let none = RigInitialState()

  package init(
    present: Set<String>? = nil,
    hardware: Hardware? = nil,
    volumes: [VolumeKey: Decibels] = [:],
    permissions: [SessionID: RecordPermission] = [:],
    switches: [TowerEvent] = []
  ) {
    (self.present, self.hardware) = (present, hardware)
    (self.volumes, self.permissions, self.switches) = (volumes, permissions, switches)
  }

  /// Whether a route can be used.
  func has(_ route: Route) -> Bool {
    present?.contains(route.name) ?? true
  }
}

extension Rig {
  /// The events that the tower gets before it hears of any session: what was decided and
  /// remembered, then what is plugged in.
  package func firstEvents(in initialState: RigInitialState) -> [TowerEvent] {
    var events: [TowerEvent] = [.setRigPolicy(policy)]
    if !initialState.volumes.isEmpty { events.append(.adoptVolumes(initialState.volumes)) }
    if let hardware = initialState.hardware { events.append(.hardwareChanged(hardware)) }
    return events + initialState.switches
      + routes.filter(initialState.has).map { .plugged($0.port) }
  }

  /// Whether others are heard by the time that a session comes: those before it in the preset that
  /// are active from the start.
  ///
  /// They are not active yet when the sessions are added to the tower, one after the other.
  package func areOthersHeard(before session: Session) -> Bool {
    let active = sessions.prefix { $0.name != session.name }.filter(\.seat.startsActive)
    // Of those that do not mix the last one wins; if that records, nobody has an output (CAT-23).
    let winner = active.last { !$0.seat.configuration.isMixable }
    guard winner?.seat.configuration.category != .record else { return false }
    return active.contains {
      ($0.seat.configuration.isMixable || $0.name == winner?.name)
        && $0.seat.configuration.isAudio && !$0.channel.values.isMuted
        && !$0.channel.hasPausedPlayersOnly && $0.channel.isLetOut
    }
  }

  /// Which session hears which, once all sessions are known.
  package var connectionEvents: [TowerEvent] {
    sessions.flatMap { session in
      session.channel.heard.map { .connect(SessionID($0), to: session.seat.configuration.id) }
    }
  }
}

extension Session {
  /// The events that the tower gets for a session that comes; `others` says whether others are
  /// heard by then.
  ///
  /// `isMuted` says whether its user wants it muted.
  package func firstEvents(
    others areHeard: Bool,
    permission: RecordPermission?,
    isMuted: Bool
  ) -> [TowerEvent] {
    var configuration = towerConfiguration(besideOthers: areHeard)
    // An answer counts for a session that is to be asked; a preset's own word goes before it.
    if configuration.behaviour.recordPermission == .undetermined, let permission {
      configuration.behaviour.recordPermission = permission
    }
    var events: [TowerEvent] = [.added(configuration)]
    if isMuted { events.append(.setMuted(configuration.id, true)) }
    if channel.hasPausedPlayersOnly { events.append(.setPlaying(configuration.id, false)) }
    if seat.asksToRecordAtLoad { events.append(.requestRecordPermission(configuration.id)) }
    return events
  }

  /// Its configuration for the tower.
  private func towerConfiguration(besideOthers: Bool) -> SessionConfiguration {
    var configuration = besideOthers ? seat.configurationBesideOthers : seat.configuration
    configuration.preferences = seat.preferences
    configuration.targets = channel.sendTargets
    return configuration
  }
}

extension Channel {
  /// The sessions that it hears, as sources and as inserts, each once.
  var heard: [String] {
    var seen: Set<String> = []
    let sources = sources.compactMap { source -> String? in
      if case .session(let name, _, _) = source.kind { name } else { nil }
    }
    return (sources + graph.inserts.map(\.session)).filter { seen.insert($0).inserted }
  }

  /// Whether it has players and none of its sources makes a sound by itself at the start.
  fileprivate var hasPausedPlayersOnly: Bool {
    !sources.isEmpty
      && sources.allSatisfy { source in
        if case .player(let player) = source.kind { !player.startsPlaying } else { false }
      }
  }
}
