// SPDX-License-Identifier: Apache-2.0
// What an engine can't do itself: it has no clients, no server, no disk.

package import ControlTower
package import Quantities
package import RenderCore

/// What surrounds an engine; without anything around it, nothing happens.
package struct EngineHooks {
  /// The tower has decided; called before anything is done about it.
  package var decided: (DecisionLog.Entry) -> Void = { _ in }
  /// A session's clients are to hear of something.
  package var notify: (SessionID, TowerEffect.Notification, Cause?) -> Void = { _, _, _ in }
  /// The user is to be asked whether a session may record.
  package var askToRecord: (SessionID) -> Void = { _ in }
  /// The server is to run with cycles of this length.
  package var setPeriod: (FrameCount) -> Void = { _ in }
  /// Something has happened to the process of an isolated session.
  package var isolation: (String, RemoteGraphEvent) -> Void = { _, _ in }
  /// Sessions are silent for good, because threads that render do not come back from these plugins
  /// of theirs.
  package var hung: ([Hang]) -> Void = { _ in }
  /// Sessions are silent for good, because their plugins came back too late.
  package var late: ([String]) -> Void = { _ in }
  /// What a player has asked its disk for has come, and is to be handed over by
  /// `PlayerControl.land`; called on any thread.
  package var ringCame: @Sendable () -> Void = {}
  /// Adds to what is rendered; a simulation listens to sessions with it.
  package var refine: (PlanDescription) -> PlanDescription = { $0 }
  /// Something went wrong that nobody waits for.
  package var complain: (String) -> Void = { _ in }

  package init() {}
}

/// A plugin that a thread which renders does not come back from.
package struct Hang: Hashable, Sendable {
  /// The session, bus or output that it is in.
  package var session: String
  /// Its id there.
  package var plugin: String
}
