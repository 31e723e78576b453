// SPDX-License-Identifier: Apache-2.0
// An observer that hears all sessions and sees all their notifications: what no event may ever do
// to them.

import ControlTower
import Quantities

/// What has been heard so far, by effects alone, and whether it is what the tower's state allows.
struct Witness {
  private var sounding: Set<SessionID> = []
  private var levels: [SessionID: Decibels] = [:]
  private var sends: Set<[SessionID]> = []
  /// Sessions that were notified that an interruption began, and not yet that it ended.
  private var begun: Set<SessionID> = []

  /// Follows the effects of an event, and returns which promise they break; `nil` when they break
  /// none.
  mutating func complaint(
    about effects: [TowerEffect],
    of event: TowerEvent,
    from before: ControlTower,
    to after: ControlTower
  ) -> String? {
    for effect in effects {
      if let complaint = hear(effect.action, after) { return complaint }
    }
    switch event {
    case .removed(let id): levels[id] = nil
    case .mediaServicesLost: levels = [:]
    default: break
    }
    return clash(in: after) ?? measurementComplaint(in: after) ?? soundComplaint(in: after)
      ?? activationComplaint(effects, from: before, to: after)
  }

  private mutating func hear(_ action: TowerEffect.Action, _ tower: ControlTower) -> String? {
    switch action {
    case .sound(let id, _):
      sounding.insert(id)
      // A session that has to make way is silent by now, not only when the event is over (ACT-03).
      return clash(in: tower) ?? soundComplaint(in: tower)
    case .suspend(let id): sounding.remove(id)
    case .duck(let id, let level, _, _): levels[id] = level
    case .send(let from, let to, let isOpen):
      if isOpen { sends.insert([from, to]) } else { sends.remove([from, to]) }
    case .notify(let id, .interruptionBegan): begun.insert(id)
    case .notify(let id, .interruptionEnded):
      if begun.remove(id) == nil { return "\(id.name) hears of an end that had no beginning" }
    default: break
    }
    return nil
  }

  /// Finds two sessions that do not mix and are both heard (MIX-03).
  private func clash(in tower: ControlTower) -> String? {
    let excluding = sounding.filter { tower.session($0)?.isMixable == false }
    return excluding.count < 2 ? nil : "\(excluding.map(\.name).sorted()) do not mix and both sound"
  }

  /// Finds a session that is heard and should not be: interrupted, without a server, or gone
  /// (INT-05, RST-02).
  private func soundComplaint(in tower: ControlTower) -> String? {
    for id in sounding {
      guard let session = tower.session(id) else { return "\(id.name) is gone and sounds" }
      if tower.isServerLost { return "\(id.name) sounds without a server" }
      if case .interrupted = session.activation { return "\(id.name) is interrupted and sounds" }
      if !session.isActive { return "\(id.name) is inactive and sounds" }
      if let text = duckComplaint(session, in: tower) { return text }
    }
    return nil
  }

  /// Checks that a duck lasts only as long as another session that ducks is active (DUCK-02).
  private func duckComplaint(_ session: SessionState, in tower: ControlTower) -> String? {
    guard levels[session.id] ?? .unity < .unity else { return nil }
    guard case .session(let ducker) = session.duck?.reason.cause else {
      return "\(session.id.name) is turned down by nobody"
    }
    guard let other = tower.session(ducker), other.isActive, ducker != session.id,
      other.configuration.optionsInForce.contains(.duckOthers)
    else { return "\(session.id.name) is turned down by \(ducker.name), who ducks nobody" }
    return nil
  }

  /// Checks that a session that measures is not turned down, and that no other session's sound
  /// comes into it (MEAS-01).
  private func measurementComplaint(in tower: ControlTower) -> String? {
    for session in tower.sessions
    where session.isActive && session.configuration.mode == .measurement {
      let name = session.id.name
      if levels[session.id] ?? .unity != .unity { return "\(name) measures and is turned down" }
      if sends.contains(where: { $0[1] == session.id }) { return "\(name) measures and is joined" }
    }
    return nil
  }

  /// Checks that each session that becomes active is notified once, and no other session is
  /// (ACT-01).
  private func activationComplaint(
    _ effects: [TowerEffect],
    from before: ControlTower,
    to after: ControlTower
  ) -> String? {
    let told = effects.compactMap { effect -> SessionID? in
      if case .notify(let id, .didActivate) = effect.action { id } else { nil }
    }
    let activated = after.sessions.filter { session in
      session.isActive && before.session(session.id)?.isActive != true
    }
    let names = (told.map(\.name).sorted(), activated.map(\.id.name).sorted())
    return names.0 == names.1 ? nil : "\(names.1) became active, and \(names.0) were told so"
  }
}
