// SPDX-License-Identifier: Apache-2.0
// After every event: what the renderer is to do for each active session.

extension Transaction {
  /// Gives every active session the strip that its category, its mode, the switches and the others
  /// ask for.
  ///
  /// The strip of a session that is not active is left alone: it is set when the session sounds
  /// again.
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
      // A duck ends where it was.
      if let duck = strip.duck { strip.duckOutputs = duck.outputs }
      strip.isMeasuring = state.sessions[index].configuration.mode == .measurement
      strip.isSecondarySilent = silencers.contains { $0 != index }
      strip.processesVoice = state.sessions[index].configuration.mode.processesVoice
      strip.promptStyle = state.selectPromptStyle(for: index)
      strip.route = state.sessions[index].route
      if strip != old { state.sessions[index].strip = strip }
    }
  }

  /// Holds who obeys the lock, before anything is decided that goes by who plays.
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

  /// The sessions whose strips may have to be others than before this event, as indices: all when
  /// what every strip depends on has changed, else those that have changed themselves, and prompts,
  /// which give way to anybody.
  ///
  /// What the strip of an unchanged session depends on beside itself has to be looked at here.
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
  /// Whether somebody is turned down, and what flows from session to session may be something else
  /// than before this event.
  fileprivate func areFeedsOthers(_ duckers: [Ducker]) -> Bool {
    if duckers.isEmpty || state.connections.isEmpty && before.connections.isEmpty { return false }
    if state.connections.count != before.connections.count { return true }
    let feeding = Set(state.connections.flatMap { [$0.from, $0.to] })
    return changed.contains { feeding.contains(state.sessions[$0].id) }
  }
}

extension AppliedDuck {
  /// Whether it is the same duck by the same session; its rule then stays the one that it began
  /// with.
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
