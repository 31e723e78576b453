// SPDX-License-Identifier: Apache-2.0
// The audio server is lost, or comes back with everything made again.

import Quantities

extension Transaction {
  /// Makes all sessions inactive and notifies all of them (RST-02); the renderer's settings are
  /// void.
  mutating func applyLoss() {
    guard !state.isServerLost else { return }
    let returning = state.selectReturning()
    state.isServerLost = true
    for index in state.sessions.indices {
      state.sessions[index].wasPlayingBeforeLoss = returning.contains(index)
      deactivate(index, Explanation(.rst02, cause: .audioServer))
      state.sessions[index].strip = StripState()
      tell(
        state.sessions[index].id,
        .mediaServicesWereLost,
        Explanation(.rst02, cause: .audioServer)
      )
    }
    state.appliedVolumes = [:]
    state.appliedIOBufferDuration = nil
    state.appliedInputGain = 1
  }

  /// Resets every session to its first configuration, then lets those sound again that want to
  /// (RST-A2, RST-A3).
  mutating func applyReset() {
    state.isServerLost = false
    for index in state.sessions.indices {
      state.sessions[index].reset()
      tell(
        state.sessions[index].id,
        .mediaServicesWereReset,
        Explanation(.rstA2, cause: .audioServer)
      )
    }
    let returning = state.sessions.indices
      .filter { state.sessions[$0].wasPlayingBeforeLoss }
      .sorted { state.sessions[$0].lastActivation < state.sessions[$1].lastActivation }
    for index in returning { comeBackAfterReset(index) }
    for session in state.sessions {
      guard let cause = session.interrupter else { continue }
      tell(
        session.id,
        .interruptionBegan(cause.interruptionReason),
        session.activationReason
      )
    }
  }

  private mutating func comeBackAfterReset(_ index: Int) {
    guard state.sessions[index].configuration.behaviour.resumesAfterReset else { return }
    guard let blocker = state.selectOutrankingBlocker(of: index) else {
      return win(index, rule: .rstA3)
    }
    state.sessions[index].interrupt(blocker.rule, by: blocker.cause)
  }
}

extension TowerState {
  /// The sessions that sounded, and those that waited for one of them or for an interrupter to let
  /// them sound again.
  fileprivate func selectReturning() -> Set<Int> {
    var returning: Set<Int> = []
    let newestFirst = sessions.indices
      .sorted { sessions[$0].lastActivation > sessions[$1].lastActivation }
    for index in newestFirst {
      switch sessions[index].activation {
      case .inactive: continue
      case .active: if sessions[index].isPlaying { returning.insert(index) }
      case .interrupted(.interrupter):
        if sessions[index].resumes { returning.insert(index) }
      case .interrupted(.session(let winner)):
        let winnerReturns = self.index(of: winner).map(returning.contains) ?? false
        if winnerReturns, sessions[index].resumes { returning.insert(index) }
      case .interrupted: continue
      }
    }
    return returning
  }
}

extension SessionState {
  fileprivate mutating func reset() {
    configuration = firstConfiguration
    override = .none
    preferences = Preferences(firstConfiguration.preferences)
    isMutedByProgram = false
    isInputMuted = false
    toldInputMute = false
    isRoutePending = false
    lateInterruption = nil
    toldHint = false
  }
}
