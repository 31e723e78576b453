// SPDX-License-Identifier: Apache-2.0
// The result of a simulation: every decision in the order of time, and the state at the end.

public import ControlTower
public import Quantities

/// The log of a simulation.
public struct SimulationReport: Sendable {
  /// The title of the scenario.
  public var title: String
  /// The preset, as the scenario names it.
  public var preset: String
  /// What happened, in the order of time.
  public var entries: [SimulationEntry] = []
  /// When the scenario was over.
  public var end = Seconds.zero
  /// The tower at the end.
  public var tower = ControlTower()
  /// The positions of the players at the end, by session.
  public var positions: [SessionID: [Seconds]] = [:]
}

/// What happens in a simulation.
public enum SimulationHappening: Hashable, Sendable {
  /// The rig comes up.
  case rigComesUp
  /// The tower gets an event or a request.
  case event(TowerEvent)
  /// Somebody operates the players of a session, or one of them; `to` is the target of a jump.
  case gesture(String, SessionID, source: String?, to: Seconds?)
  /// A player is at the end of its file.
  case fileEnds(SessionID, source: String)
  /// The hardware takes the values that a session prefers.
  case hardwareObeys
}

/// A player that has stopped or gone on.
public struct PlayerMove: Hashable, Sendable {
  /// The session, with the source where it has several.
  public var player: String
  /// Whether it plays now.
  public var isPlaying: Bool
  /// Where in its file.
  public var position: Seconds
}

/// One event, and the tower's decisions about it.
public struct SimulationEntry: Sendable {
  /// When.
  public var at: Seconds
  /// What.
  public var happening: SimulationHappening
  /// What happened in words, without a full stop.
  public var event: String
  /// What the author of the scenario says about it.
  public var note: String?
  /// The tower's decisions; none where it got no event.
  public var decisions: [Decision] = []
  /// The levels before, by decision and effect; `nil` where no level is set, or it is not known.
  public var levelsBefore: [[Decibels?]] = []
  /// What players did.
  public var remarks: [String] = []
  /// Which of them stopped or went on.
  public var moves: [PlayerMove] = []
}
