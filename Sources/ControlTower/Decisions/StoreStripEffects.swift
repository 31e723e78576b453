// SPDX-License-Identifier: Apache-2.0
// The effects that lead from one state of a strip to the next, with their reasons.

import Quantities

extension Transaction {
  /// What has to be done to a strip; one that is starting is set at once, without ramps.
  func stripEffects(
    _ session: SessionState,
    since old: StripState,
    isStarting: Bool
  ) -> [TowerEffect] {
    closingEffects(session, since: old) + routeEffects(session, since: old)
      + switchEffects(session, since: old)
      + duckEffects(session, since: old, isStarting: isStarting)
      + processingEffects(session, since: old)
  }

  /// Closes outputs before the session could be routed there.
  private func closingEffects(_ session: SessionState, since old: StripState) -> [TowerEffect] {
    let (new, before) = (session.strip.closedOutputs, old.closedOutputs)
    guard new?.outputs != before?.outputs, let reason = new?.reason ?? before?.reason else {
      return []
    }
    let isOver = Explanation(.act10, cause: reason.cause)
    let effect = TowerEffect.Action.closeOutputs(session.id, new?.outputs ?? [])
    return [TowerEffect(effect, new == nil ? isOver : reason)]
  }

  private func routeEffects(_ session: SessionState, since old: StripState) -> [TowerEffect] {
    let new = session.strip
    guard new.route != old.route else { return [] }
    let reason = routeReasons[session.id] ?? Explanation(.rte06)
    return [TowerEffect(.route(session.id, new.route), reason)]
  }

  private func switchEffects(_ session: SessionState, since old: StripState) -> [TowerEffect] {
    let (id, new) = (session.id, session.strip)
    var effects: [TowerEffect] = []
    if new.isMuted != old.isMuted {
      effects.append(TowerEffect(.mute(id, new.isMuted), Explanation(.ancMut01)))
    }
    if (new.silencing == nil) != (old.silencing == nil) {
      let isOver = Explanation(old.silencing?.rule == Rule.cat23.id ? .act10 : .bg04)
      effects.append(TowerEffect(.silence(id, new.silencing != nil), new.silencing ?? isOver))
    }
    if (new.zeroInput == nil) != (old.zeroInput == nil) {
      effects.append(
        TowerEffect(.zeroInput(id, new.zeroInput != nil), new.zeroInput ?? Explanation(.perm01))
      )
    }
    if new.isSecondarySilent != old.isSecondarySilent {
      effects.append(
        TowerEffect(.silenceSecondary(id, new.isSecondarySilent), Explanation(.sil03))
      )
    }
    return effects
  }

  /// Moves a session to its new duck level, in the attack or release time of the ducking session.
  private func duckEffects(
    _ session: SessionState,
    since old: StripState,
    isStarting: Bool
  ) -> [TowerEffect] {
    let (id, new) = (session.id, session.strip)
    let (level, oldLevel) = (new.duck?.duck.level ?? .unity, old.duck?.duck.level ?? .unity)
    var effects: [TowerEffect] = []
    if new.duckOutputs != old.duckOutputs {
      let reason = Explanation(.duckA3, cause: new.duck?.reason.cause)
      effects.append(TowerEffect(.duckOutputs(id, new.duckOutputs), reason))
    }
    if isStarting, level != oldLevel {
      let reason = new.duck?.reason ?? Explanation(.duck02)
      effects.append(TowerEffect(.duck(id, level: level, over: .zero), reason))
    } else if level < oldLevel, let duck = new.duck {
      effects.append(TowerEffect(.duck(id, level: level, over: duck.duck.attack), duck.reason))
    } else if level > oldLevel, let duck = old.duck {
      let rule: Rule = new.isMeasuring ? .meas01 : .duck02
      effects.append(
        TowerEffect(
          .duck(id, level: level, over: duck.duck.release, after: duck.duck.hold),
          Explanation(rule, cause: duck.reason.cause)
        )
      )
    }
    return effects + sidechainEffects(session, since: old)
  }

  private func sidechainEffects(_ session: SessionState, since old: StripState) -> [TowerEffect] {
    let (new, before) = (session.strip.duck, old.duck)
    let hasNew = new?.duck.sidechain != nil
    guard hasNew || before?.duck.sidechain != nil,
      new?.duck != before?.duck || new?.reason.cause != before?.reason.cause,
      let duck = hasNew ? new : before
    else { return [] }
    var ducker: SessionID?
    if hasNew, case .session(let id) = duck.reason.cause { ducker = id }
    return [
      TowerEffect(
        .sidechain(session.id, by: ducker, duck.duck),
        Explanation(.duck07, cause: duck.reason.cause)
      )
    ]
  }

  private func processingEffects(_ session: SessionState, since old: StripState) -> [TowerEffect] {
    let (id, new) = (session.id, session.strip)
    var effects: [TowerEffect] = []
    if new.isMeasuring != old.isMeasuring {
      effects.append(TowerEffect(.measure(id, new.isMeasuring), Explanation(.meas01)))
    }
    if new.processesVoice != old.processesVoice {
      effects.append(TowerEffect(.processVoice(id, new.processesVoice), Explanation(.mode12)))
    }
    if new.promptStyle != old.promptStyle {
      effects.append(TowerEffect(.setPromptStyle(id, new.promptStyle), Explanation(.ancPrm01)))
    }
    return effects
  }
}
