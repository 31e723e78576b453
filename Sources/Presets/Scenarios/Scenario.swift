// SPDX-License-Identifier: Apache-2.0
// A scenario: a preset and the events that happen to it, in the order of time.

package import ControlTower
package import Quantities
package import RigModel

/// A scenario that can be simulated: every name in it resolves.
///
/// > Threading: Any.
package struct Scenario: Hashable, Sendable {
  /// The title.
  package var title: String
  /// The preset, as the scenario names it.
  package var preset: String
  /// The rig of the preset.
  package var rig: Rig
  /// Routes that are not plugged in when the rig starts.
  package var unplugged: Set<String> = []
  /// The signals at inputs, by the name of a route or by the pattern of a source's ports; others
  /// are silent.
  package var signals: [String: ScenarioSignal] = [:]
  /// What happens, in the order of time.
  package var events: [ScenarioEvent] = []
  /// The end of the scenario.
  package var end = Seconds.zero

  init(title: String, preset: String, rig: Rig) {
    self.title = title
    self.preset = preset
    self.rig = rig
  }
}

/// Something that happens in a scenario.
package struct ScenarioEvent: Hashable, Sendable {
  /// When.
  package var at: Seconds
  /// What.
  package var action: ScenarioAction
  /// What its author says about it.
  package var note: String?
}

/// What can happen in a scenario.
package enum ScenarioAction: Hashable, Sendable {
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
package enum ScenarioSignal: Hashable, Sendable {
  /// A sine of this many hertz, at -12 dB.
  case tone(Double)
  /// A sound file, from the start of the scenario on; silence after its end.
  case file(String)
}
