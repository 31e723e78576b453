// SPDX-License-Identifier: Apache-2.0
// After every event: what the renderer is to do for each active session.

extension Transaction {
  /// Gives every active session the strip that its category, its mode, the switches and the others ask for.
  ///
  /// The strip of a session that is not active is left alone: it is set when the session sounds again.
  mutating func settleStrips() {
    let duckers = state.duckers
    let silencers = state.secondarySilencers
    for index in state.sessions.indices where state.sessions[index].isActive {
      let old = state.sessions[index].strip
      let wasActive = before.session(state.sessions[index].id)?.isActive ?? false
      var strip = old
      strip.suspension = state.selectSuspension(of: index)
      strip.silencing = state.selectSilencing(of: index)
      strip.isMuted = state.sessions[index].isOutputMuted
      strip.zeroInput = state.selectZeroInput(of: index)
      strip.duck = selectDuck(of: index, among: duckers, keeping: old.duck, wasActive: wasActive)
      strip.isMeasuring = state.sessions[index].configuration.mode == .measurement
      strip.isSecondarySilent = silencers.contains { $0 != state.sessions[index].id }
      strip.processesVoice = state.sessions[index].configuration.mode.processesVoice
      strip.promptStyle = state.selectPromptStyle(for: index)
      strip.route = state.sessions[index].route
      state.sessions[index].strip = strip
    }
  }

  /// The duck of a session; the reason stays the one it began with, as long as nothing else changes.
  private func selectDuck(
    of index: Int,
    among duckers: [Int],
    keeping old: AppliedDuck?,
    wasActive: Bool
  ) -> AppliedDuck? {
    let duck = state.selectDuck(for: index, among: duckers, isStarting: !wasActive)
    guard wasActive else { return duck }
    let isSame = duck?.duck == old?.duck && duck?.reason.cause == old?.reason.cause
    return isSame ? old : duck
  }
}

extension TowerState {
  /// The state of a session; `nil` when there is none of that name.
  func session(_ id: SessionID) -> SessionState? {
    index(of: id).map { sessions[$0] }
  }
}
