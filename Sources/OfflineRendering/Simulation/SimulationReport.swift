// SPDX-License-Identifier: Apache-2.0
// What a simulation has to say: every decision in the order of time, and how things stand at the end.

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

/// One thing that happened, and what the tower made of it.
public struct SimulationEntry: Sendable {
  /// When.
  public var at: Seconds
  /// What, without a full stop.
  public var event: String
  /// What the author of the scenario says about it.
  public var note: String?
  /// What followed for the tower; nothing where it was not asked.
  public var decisions: [Decision] = []
  /// What players did.
  public var remarks: [String] = []
}
