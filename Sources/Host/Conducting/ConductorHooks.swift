// SPDX-License-Identifier: Apache-2.0
// What a conductor can't do itself: it has no clients, no server, no disk.

import ControlTower
import Quantities

/// What surrounds a conductor; without anything around it, nothing happens.
struct ConductorHooks {
  /// The tower has decided, with the decision's number; called before anything is done about it.
  var decided: (Decision, Int) -> Void = { _, _ in }
  /// A session's clients are to hear of something.
  var notify: (SessionID, TowerEffect.Notification, Culprit?) -> Void = { _, _, _ in }
  /// The user is to be asked whether a session may record.
  var askToRecord: (SessionID) -> Void = { _ in }
  /// The server is to run with cycles of this length.
  var setPeriod: (FrameCount) -> Void = { _ in }
  /// Something has happened to the process of an isolated session.
  var isolation: (String, IsolatedGraph.News) -> Void = { _, _ in }
  /// A plugin of a session has done something wrong: how its sentence goes on.
  var misbehaved: (_ session: String, _ plugin: String, _ reason: String) -> Void = { _, _, _ in }
  /// Something went wrong that nobody waits for.
  var complain: (String) -> Void = { _ in }
}
