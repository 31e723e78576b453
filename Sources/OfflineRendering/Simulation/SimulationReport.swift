// SPDX-License-Identifier: Apache-2.0
// The result of a simulation: every decision in the order of time, and the state at the end.

package import ControlTower
package import Quantities

/// The log of a simulation.
package struct SimulationReport: Sendable {
  /// The title of the scenario.
  package var title: String
  /// The preset, as the scenario names it.
  package var preset: String
  /// What happened, in the order of time.
  package var entries: [SimulationEntry] = []
  /// When the scenario was over.
  package var end = Seconds.zero
  /// The tower at the end.
  package var tower = ControlTower()
  /// The positions of the players at the end, by session.
  package var positions: [SessionID: [Seconds]] = [:]
}

/// What happens in a simulation.
package enum SimulationHappening: Hashable, Sendable {
  /// The rig comes up.
  case rigComesUp
  /// The tower gets an event or a request.
  case event(TowerEvent)
  /// Somebody operates the players of a session, or one of them; `to` is the target of a jump.
  case gesture(String, SessionID, source: String?, to: Seconds?)
  /// A player is at the end of its file.
  case fileEnds(SessionID, source: String)
  /// A player goes on with another track of its list.
  case trackBegins(SessionID, source: String, file: String)
  /// The hardware takes the values that a session prefers.
  case hardwareObeys
}

/// A player that has stopped or gone on.
package struct PlayerMove: Hashable, Sendable {
  /// The session, with the source where it has several.
  package var player: String
  /// Whether it plays now.
  package var isPlaying: Bool
  /// Where in its file.
  package var position: Seconds
}

/// One event, and the tower's decisions about it.
package struct SimulationEntry: Sendable {
  /// When.
  package var at: Seconds
  /// What.
  package var happening: SimulationHappening
  /// What happened in words, without a full stop.
  package var event: String
  /// What the author of the scenario says about it.
  package var note: String?
  /// The tower's decisions; none where it got no event.
  package var decisions: [Decision] = []
  /// The levels before, by decision and effect; `nil` where no level is set, or it is not known.
  package var levelsBefore: [[Decibels?]] = []
  /// What players did.
  package var remarks: [String] = []
  /// Which of them stopped or went on.
  package var moves: [PlayerMove] = []
}
