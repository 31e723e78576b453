// SPDX-License-Identifier: Apache-2.0
// Turns the decided state into effects, in the order that the rules promise.

import Quantities

extension Transaction {
  /// The effects that lead from the state before to the decided one.
  ///
  /// Losers fall silent first, then lasting sessions are adjusted, then the rig, then clients are
  /// notified, then winners sound (ACT-03, RTE-11).
  func effects() -> [TowerEffect] {
    let changed = changed
    let (lasting, starting) = activeOnes(of: changed)
    return gone + changed.flatMap { fallSilent(state.sessions[$0]) } + pauseEffects
      + lasting.flatMap { adjust(state.sessions[$0.new], since: before.sessions[$0.old]) }
      + connectionEffects + rigEffects + resumeEffects + extra
      + notifications.map(\.effect)
      + starting.sorted { state.sessions[$0].lastActivation < state.sessions[$1].lastActivation }
      .flatMap { start(state.sessions[$0]) }
      + hints.map(\.effect)
  }

  /// The active ones of some sessions: those that were active before, with their old index, and
  /// those that start.
  private func activeOnes(
    of indices: [Int]
  ) -> (lasting: [(new: Int, old: Int)], starting: [Int]) {
    var lasting: [(new: Int, old: Int)] = []
    var starting: [Int] = []
    for index in indices where state.sessions[index].isActive {
      if let old = state.sessions.place(of: index, in: before.sessions),
        before.sessions[old].isActive
      {
        lasting.append((index, old))
      } else {
        starting.append(index)
      }
    }
    return (lasting, starting)
  }

  private var gone: [TowerEffect] {
    state.sessions.gone(since: before.sessions).flatMap { session in
      (session.isSounding ? [TowerEffect(.suspend(session.id), Explanation(.act17))] : [])
        + session.tokens.sorted()
        .map { TowerEffect(.hold($0, session.id, false), Explanation(.act17)) }
    }
  }

  /// Effects of a lost activation: the session falls silent, its tokens are free, and it is
  /// notified.
  private func fallSilent(_ session: SessionState) -> [TowerEffect] {
    guard !session.isActive, let old = before.session(session.id), old.isActive else { return [] }
    let reason = session.activationReason
    var effects = old.isSounding ? [TowerEffect(.suspend(session.id), reason)] : []
    effects += old.tokens.subtracting(session.tokens).sorted()
      .map { TowerEffect(.hold($0, session.id, false), Explanation(.hwc07)) }
    if session.lateInterruption != nil || state.isServerLost { return effects }
    let told: TowerEffect.Notification =
      session.interrupter.map { .interruptionBegan($0.interruptionReason) } ?? .didDeactivate
    return effects + [TowerEffect(.notify(session.id, told), reason)]
  }

  private var pauseEffects: [TowerEffect] {
    inOrder(pauses).map { TowerEffect(.pause($0), $1) }
  }

  private var resumeEffects: [TowerEffect] {
    inOrder(resumes).map { TowerEffect(.resume($0), $1) }
  }

  /// The reasons of some sessions, in the order of sessions.
  private func inOrder(
    _ reasons: [SessionID: Explanation]
  ) -> [(session: SessionID, reason: Explanation)] {
    if reasons.isEmpty { return [] }
    let order = reasons.sorted {
      (state.index(of: $0.key) ?? .max) < (state.index(of: $1.key) ?? .max)
    }
    return order.map { ($0.key, $0.value) }
  }

  /// Adjusts a session that was active before; the lock may silence it or let it go on.
  private func adjust(_ session: SessionState, since old: SessionState) -> [TowerEffect] {
    var effects: [TowerEffect] = []
    if old.isSounding, let suspension = session.strip.suspension {
      effects.append(TowerEffect(.suspend(session.id), suspension))
    }
    effects += tokenEffects(session, since: old)
    effects += stripEffects(session, since: old.strip, isStarting: false)
    if !old.isSounding, session.isSounding {
      effects.append(TowerEffect(.sound(session.id), Explanation(.bg04)))
    }
    return effects
  }

  /// Sets the strip before it opens, so that the first sample already has its level.
  private func start(_ session: SessionState) -> [TowerEffect] {
    let old = before.session(session.id)
    var effects = tokenEffects(session, since: old)
    effects += stripEffects(session, since: old?.strip ?? StripState(), isStarting: true)
    if session.isSounding {
      let delay = state.selectStartDelay(of: session)
      effects.append(TowerEffect(.sound(session.id, after: delay), session.activationReason))
    }
    return effects + [
      TowerEffect(.notify(session.id, .didActivate), session.activationReason)
    ]
  }

  /// Gives a session all its tokens, or takes them all away.
  private func tokenEffects(_ session: SessionState, since old: SessionState?) -> [TowerEffect] {
    let (tokens, before) = (session.tokens, old?.tokens ?? [])
    return tokens.symmetricDifference(before).sorted().map { token in
      let isWon = tokens.contains(token)
      return TowerEffect(.hold(token, session.id, isWon), Explanation(isWon ? .hwc02 : .hwc03))
    }
  }
}

extension Cause {
  /// The reason that an interrupted session gets.
  var interruptionReason: InterruptionReason {
    switch self {
    case .session: .anotherSession
    case .interrupter(let interrupter): .interrupter(interrupter)
    case .port: .routeDisconnected
    case .microphoneSwitch: .builtInMicMuted
    case .lock, .background: .appWasSuspended
    case .silentSwitch, .audioServer, .operator: .operator
    }
  }
}

extension TowerEffect {
  init(_ action: Action, _ reason: Explanation) {
    self.init(action, rule: reason.rule, cause: reason.cause)
  }
}
