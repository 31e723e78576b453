// SPDX-License-Identifier: Apache-2.0
// What the engine needs from the rest of the rig.

import ControlProtocol
import ControlServer
import ControlTower
import RigEngine

extension RigHost {
  /// What the engine can't do itself.
  func makeHooks() -> EngineHooks {
    var hooks = EngineHooks()
    hooks.decided = { [feed] in feed.publish($0) }
    hooks.notify = { session, notification, cause in
      self.tell(session, notification, cause)
    }
    hooks.isolation = { [feed] session, event in feed.tell(event, of: session) }
    hooks.hung = { hangs in self.contain(hangs) }
    hooks.late = { names in self.renew(names) }
    hooks.ringCame = { Task { await landPlayers(of: self) } }
    hooks.complain = { [report] in report($0) }
    hooks.askToRecord = { [feed] in feed.askToRecord($0) }
    hooks.setPeriod = { [server] in server.setPeriod($0) }
    return hooks
  }

  /// Notifies programs of changes that they can observe.
  func tellObservers(_ engine: Engine) {
    for change in programs.changes(now: engine.observables) {
      for notification in change.notifications {
        feed.publish(.session(change.session.name, notification), to: .only(change.client))
      }
    }
  }

  /// Notifies a session's program and its subscribers; requests that wait for an answer about
  /// recording get it.
  private func tell(
    _ session: SessionID,
    _ notification: TowerEffect.Notification,
    _ cause: Cause?
  ) {
    let words = SessionNotification(notification, cause) { port in
      self.engine?.portStatus(port)
        ?? PortStatus(portType: "virtual", portName: port.name, uid: port.name, channels: [])
    }
    feed.publish(words, of: session, to: programs.owner(of: session))
    if case .recordPermissionAnswered(let isGranted) = notification {
      programs.answer(for: session, isGranted)
    }
  }
}

/// Hands the renderer what players have requested from their disks.
private func landPlayers(of host: isolated RigHost) { host.engine?.players.land() }
