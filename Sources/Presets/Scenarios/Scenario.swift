// SPDX-License-Identifier: Apache-2.0
// A scenario: a preset and the events that happen to it, in the order of time.

public import ControlTower
public import Quantities
public import RigModel

/// A scenario that can be simulated: every name in it resolves.
///
/// > Threading: Any.
public struct Scenario: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The preset, as the scenario names it.
  public var preset: String
  /// The rig of the preset.
  public var rig: Rig
  /// Routes that are not plugged in when the rig starts.
  public var unplugged: Set<String> = []
  /// The signals at inputs, by the name of a route or by the pattern of a source's ports; others
  /// are silent.
  public var signals: [String: ScenarioSignal] = [:]
  /// What happens, in the order of time.
  public var events: [ScenarioEvent] = []
  /// The end of the scenario.
  public var end = Seconds.zero

  init(title: String, preset: String, rig: Rig) {
    self.title = title
    self.preset = preset
    self.rig = rig
  }
}

/// Something that happens in a scenario.
public struct ScenarioEvent: Hashable, Sendable {
  /// When.
  public var at: Seconds
  /// What.
  public var action: ScenarioAction
  /// What its author says about it.
  public var note: String?
}

/// What can happen in a scenario.
public enum ScenarioAction: Hashable, Sendable {
  /// An event that goes to the tower unchanged.
  case event(TowerEvent)
  /// The user makes a session's players ready, or one of them.
  case prepare(SessionID, source: String? = nil)
  /// The user starts a session's sound: its players too, if it has any, or one of them.
  case play(SessionID, source: String? = nil)
  /// The user stops a session's sound, or one of its players.
  case pause(SessionID, source: String? = nil)
  /// The user goes to a position in a session's files, or in one of them.
  case seek(SessionID, source: String? = nil, to: Seconds)
  /// The user sends a session's players to their cue points, where they wait.
  case cue(SessionID, source: String? = nil)
}

/// The signal at an input.
public enum ScenarioSignal: Hashable, Sendable {
  /// A sine of this many hertz, at -12 dB.
  case tone(Double)
  /// A sound file, from the start of the scenario on; silence after its end.
  case file(String)
}
