// SPDX-License-Identifier: Apache-2.0
// What the conductor wants of the world around the rig.

import ControlProtocol
import ControlTower
import RigEngine

extension RigHost {
  /// What the conductor can't do itself.
  func makeHooks() -> EngineHooks {
    var hooks = EngineHooks()
    hooks.decided = { [news] decision, number in news.publish(decision, number: number) }
    hooks.notify = { session, notification, culprit in
      self.tell(session, notification, culprit)
    }
    hooks.isolation = { [news] session, event in news.tell(event, of: session) }
    hooks.hung = { hang in self.contain(hang) }
    hooks.complain = { [report] in report($0) }
    hooks.askToRecord = { [news] in news.askToRecord($0) }
    hooks.setPeriod = { [server] in server.setPeriod($0) }
    return hooks
  }

  /// Tells a session's program and its subscribers; who waits for an answer about recording gets it.
  private func tell(
    _ session: SessionID,
    _ notification: TowerEffect.Notification,
    _ culprit: Culprit?
  ) {
    let words = SessionNotification(notification, culprit) { port in
      self.conductor?.portStatus(port)
        ?? PortStatus(portType: "virtual", portName: port.name, uid: port.name, channels: [])
    }
    news.publish(words, of: session, to: programs.owner(of: session))
    if case .recordPermissionAnswered(let isGranted) = notification {
      programs.answer(for: session, isGranted)
    }
  }
}
