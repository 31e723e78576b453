// SPDX-License-Identifier: Apache-2.0
// What a simulation has to say: every decision in the order of time, and how things stand at the
// end.

public import ControlTower
public import Quantities

/// The log of a simulation.
public struct SimulationReport: Sendable {
  /// What the story is called.
  public var title: String
  /// The preset, as the scenario names it.
  public var preset: String
  /// What happened, in the order of time.
  public var entries: [SimulationEntry] = []
  /// When the story was over.
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
  /// The tower is told or asked something.
  case event(TowerEvent)
  /// Somebody turns to the players of a session, or to one of them; of a jump where to.
  case gesture(String, SessionID, source: String?, to: Seconds?)
  /// A player is at the end of its file.
  case fileEnds(SessionID, source: String)
  /// The hardware does what a session has wished.
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

/// One thing that happened, and what the tower made of it.
public struct SimulationEntry: Sendable {
  /// When.
  public var at: Seconds
  /// What.
  public var happening: SimulationHappening
  /// What, without a full stop.
  public var event: String
  /// What the author of the scenario says about it.
  public var note: String?
  /// What followed for the tower; nothing where it was not asked.
  public var decisions: [Decision] = []
  /// What levels were before, decision by decision and effect by effect; `nil` where no level is
  /// set, or it is not known.
  public var levelsBefore: [[Decibels?]] = []
  /// What players did.
  public var remarks: [String] = []
  /// Which of them stopped or went on.
  public var moves: [PlayerMove] = []
}
