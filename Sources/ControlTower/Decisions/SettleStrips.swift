// SPDX-License-Identifier: Apache-2.0
// Settles, after every event, what the renderer does for each active session.

extension Transaction {
  /// Gives every active session the strip that its category, its mode, the switches and the others
  /// ask for.
  ///
  /// The strip of an inactive session is left alone: it is set when the session sounds again.
  mutating func settleStrips() {
    settleSuspensions()
    let duckers = state.duckers
    let recorder = state.recorder
    let exclusive = state.exclusiveOutputs
    let silencers = state.sessions.indices(of: .silencing)
    let (unsettled, before) = (unsettledStrips(duckers), before)
    for index in unsettled where state.sessions[index].isActive {
      let old = state.sessions[index].strip
      let place = state.sessions.place(of: index, in: before.sessions)
      let wasActive = place.map { before.sessions[$0].isActive } ?? false
      var strip = old
      strip.silencing = state.selectSilencing(of: index, recorder: recorder)
      strip.closedOutputs =
        exclusive?.owner == state.sessions[index].id ? nil : exclusive?.closed
      strip.isMuted = state.sessions[index].isOutputMuted
      strip.zeroInput = state.selectZeroInput(of: index)
      strip.duck = state.selectDuck(for: index, among: duckers, isStarting: !wasActive)
      if wasActive, strip.duck?.isSame(as: old.duck) == true { strip.duck = old.duck }
      // A duck ends at the outputs where it was.
      if let duck = strip.duck { strip.duckOutputs = duck.outputs }
      strip.isMeasuring = state.sessions[index].configuration.mode == .measurement
      strip.isSecondarySilent = silencers.contains { $0 != index }
      strip.processesVoice = state.sessions[index].configuration.mode.processesVoice
      strip.promptStyle = state.selectPromptStyle(for: index)
      strip.route = state.sessions[index].route
      if strip != old { state.sessions[index].strip = strip }
    }
  }

  /// Suspends the sessions that follow the lock, before any decision that depends on which sessions
  /// play.
  private mutating func settleSuspensions() {
    let isSame = state.switches.isLocked == before.switches.isLocked
    for index in isSame ? changed : state.sessions.indices(of: .active)
    where state.sessions[index].isActive {
      let suspension = state.selectSuspension(of: index)
      if suspension != state.sessions[index].strip.suspension {
        state.sessions[index].strip.suspension = suspension
      }
    }
  }

  /// The sessions whose strips may change with this event, as indices: all when something has
  /// changed that every strip depends on, else those that have changed themselves, and prompts,
  /// which depend on all others.
  ///
  /// Everything else that a strip depends on, beside its own session, has to be checked here.
  private func unsettledStrips(_ duckers: [Ducker]) -> [Int] {
    let isSame =
      !looksAtAll && state.switches == before.switches && !areSilencersOthers
      && duckers == before.duckers && state.recorder == before.recorder
      && state.exclusiveOutputs == before.exclusiveOutputs && !areFeedsOthers(duckers)
    guard isSame else { return state.sessions.indices(of: .active) }
    let prompts = state.sessions.indices(of: .prompting)
    return prompts.isEmpty ? changed : Set(changed).union(prompts).sorted()
  }
}

extension Transaction {
  /// Whether there are ducks, and the connections between sessions may have changed with this
  /// event.
  fileprivate func areFeedsOthers(_ duckers: [Ducker]) -> Bool {
    if duckers.isEmpty || state.connections.isEmpty && before.connections.isEmpty { return false }
    if state.connections.count != before.connections.count { return true }
    let feeding = Set(state.connections.flatMap { [$0.from, $0.to] })
    return changed.contains { feeding.contains(state.sessions[$0].id) }
  }
}

extension AppliedDuck {
  /// Whether it is the same duck by the same session; it then keeps the rule that it began with.
  fileprivate func isSame(as old: AppliedDuck?) -> Bool {
    duck == old?.duck && reason.cause == old?.reason.cause && outputs == old?.outputs
  }
}

extension TowerState {
  /// The state of a session; `nil` when there is none of that name.
  func session(_ id: SessionID) -> SessionState? {
    index(of: id).map { sessions[$0] }
  }
}
