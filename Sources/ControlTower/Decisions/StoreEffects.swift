// SPDX-License-Identifier: Apache-2.0
// From what was decided to what is to be done, in the one order that keeps the promises.

import Quantities

extension Transaction {
  /// What has to be done to get from `before` to the decided state.
  ///
  /// Losers fall silent first, then levels move, then the interrupted hear of the end, then winners sound (ACT-03).
  func effects(since before: TowerState) -> [TowerEffect] {
    let old = Dictionary(uniqueKeysWithValues: before.sessions.map { ($0.id, $0) })
    let removed = before.sessions.filter { $0.isActive && state.index(of: $0.id) == nil }
    let active = state.sessions.filter(\.isActive)
    let starting = active.filter { old[$0.id]?.isActive != true }
    return removed.map { TowerEffect(.suspend($0.id), Explanation(.act17)) }
      + state.sessions.filter { !$0.isActive && old[$0.id]?.isActive == true }.flatMap(fallSilent)
      + active.flatMap { session in
        old[session.id].flatMap { $0.isActive ? adjust(session, since: $0) : nil } ?? []
      }
      + endings.map {
        TowerEffect(
          .notify($0.session, .interruptionEnded(shouldResume: $0.shouldResume)),
          $0.reason
        )
      }
      + starting.sorted { $0.lastActivation < $1.lastActivation }.flatMap {
        start($0, since: old[$0.id])
      }
  }

  private func fallSilent(_ session: SessionState) -> [TowerEffect] {
    let told: TowerEffect.Notification =
      session.interrupter == nil ? .didDeactivate : .interruptionBegan
    return [
      TowerEffect(.suspend(session.id), session.activationReason),
      TowerEffect(.notify(session.id, told), session.activationReason),
    ]
  }

  /// Moves a sounding session to its new duck level, in the time of who turns it down or let go.
  private func adjust(_ session: SessionState, since old: SessionState) -> [TowerEffect] {
    let level = session.stripDuck?.duck.level ?? .unity
    let oldLevel = old.stripDuck?.duck.level ?? .unity
    var effects: [TowerEffect] = []
    if level < oldLevel, let duck = session.stripDuck {
      effects.append(
        TowerEffect(.duck(session.id, level: level, over: duck.duck.attack), duck.reason)
      )
    } else if level > oldLevel, let duck = old.stripDuck {
      effects.append(
        TowerEffect(
          .duck(session.id, level: level, over: duck.duck.release),
          Explanation(session.isMeasuring ? .meas01 : .duck02, culprit: duck.reason.culprit)
        )
      )
    }
    return effects + measure(session, since: old)
  }

  /// Sets the strip before it opens, so that the first sample already has its level.
  private func start(_ session: SessionState, since old: SessionState?) -> [TowerEffect] {
    var effects: [TowerEffect] = []
    let level = session.stripDuck?.duck.level ?? .unity
    if level != old?.stripDuck?.duck.level ?? .unity {
      effects.append(
        TowerEffect(
          .duck(session.id, level: level, over: .zero),
          session.stripDuck?.reason ?? Explanation(.duck02)
        )
      )
    }
    return effects + measure(session, since: old) + [
      TowerEffect(.sound(session.id), session.activationReason),
      TowerEffect(.notify(session.id, .didActivate), session.activationReason),
    ]
  }

  private func measure(_ session: SessionState, since old: SessionState?) -> [TowerEffect] {
    guard session.isMeasuring != old?.isMeasuring ?? false else { return [] }
    return [TowerEffect(.measure(session.id, session.isMeasuring), Explanation(.meas01))]
  }
}

extension TowerEffect {
  init(_ action: Action, _ reason: Explanation) {
    self.init(action, rule: reason.rule, culprit: reason.culprit)
  }
}
