// SPDX-License-Identifier: Apache-2.0
// All reasons for how a session sounds: its own state, and those of other sessions and the rig.

extension ControlTower {
  /// Why a session sounds as it does, the headline first, then everything else; empty when there is
  /// no such session.
  ///
  /// Each is one sentence that ends in the rule's ID.
  package func explain(_ id: SessionID) -> [String] { reasons(of: id).map(\.sentence) }

  /// The reasons of `explain` with the facts of each sentence.
  package func reasons(of id: SessionID) -> [Condition] {
    guard let index = state.index(of: id) else { return [] }
    return state.sessions[index].conditions + state.otherConditions(of: index)
  }
}

extension TowerState {
  /// The conditions outside a session: what blocks it, the hint, its permission, what it does
  /// without.
  fileprivate func otherConditions(of index: Int) -> [Condition] {
    let session = sessions[index]
    var found: [Condition] = []
    if isServerLost {
      found.append(
        Condition("Silent", "because of", Explanation(.rstA5, cause: .audioServer))
      )
    }
    if !session.isActive { found += blocker(of: index) }
    if session.isActive, session.configuration.category.behaviour.hasOutput,
      session.route.outputs.isEmpty
    {
      found.append(Condition("Goes nowhere", "because of", Explanation(.rte07)))
    }
    if let cause = secondarySilencers.first(where: { $0 != session.id }) {
      found.append(
        Condition(
          "Secondary sound should be silent",
          "because of",
          Explanation(.sil02, cause: .session(cause))
        )
      )
    }
    if session.hearsInput, session.recordPermission != .granted, session.strip.zeroInput == nil {
      let isOpen = session.recordPermission == .undetermined
      found.append(
        Condition(isOpen ? "May not record yet" : "May not record", "", Explanation(.perm01))
      )
    }
    found += selectJoining(session).map {
      Condition("May be added to", "by", Explanation(.measA2, cause: .session($0)))
    }
    if switches.leaveUndisturbed(session), selectInterrupter(blocking: index) != nil {
      found += interrupters.keys.sorted().filter { interrupters[$0] == .lasting }.map {
        Condition("Left alone", "by", Explanation(.intA6, cause: .interrupter($0)))
      }
    }
    return found + outspoken(by: session) + missingTokens(of: session) + unmetWishes(of: session)
  }

  /// The announcers that an active session is heard over; none while it is ducked.
  private func outspoken(by session: SessionState) -> [Condition] {
    guard session.isActive, session.duck == nil else { return [] }
    return sessions.filter(session.isHeardOver).map {
      Condition("Heard in full", "over", Explanation(.duckA2, cause: .session($0.id)))
    }
  }

  private func blocker(of index: Int) -> [Condition] {
    if let interrupter = selectInterrupter(blocking: index) {
      let reason = Explanation(.int07, cause: .interrupter(interrupter))
      return [Condition("Can't become active", "because of", reason)]
    }
    guard sessions[index].isSuspendable else { return [] }
    return [
      Condition(
        "Can't become active",
        "because of",
        Explanation(.bg01, cause: .background)
      )
    ]
  }

  /// The hardware preferences of an active session that are not met: preferences are hints
  /// (PREF-01, PREF-14).
  private func unmetWishes(of session: SessionState) -> [Condition] {
    guard session.isActive else { return [] }
    let wishes = session.preferences
    let met: [(wish: Preference, isMet: Bool)] = [
      (
        .ioBufferDuration(wishes.ioBufferDuration),
        hardware?.ioBufferDuration == wishes.ioBufferDuration
      ),
      (.sampleRate(wishes.sampleRate), hardware?.sampleRate == wishes.sampleRate),
      (
        .inputChannels(wishes.inputChannels),
        channels(of: session.route.inputs) == wishes.inputChannels
      ),
      (
        .outputChannels(wishes.outputChannels),
        channels(of: session.route.outputs) == wishes.outputChannels
      ),
      (.inputGain(wishes.inputGain), appliedInputGain == wishes.inputGain),
      (.input(wishes.input), session.route.inputs.first == wishes.input),
    ]
    return met.filter { !$0.isMet && !$0.wish.isEmpty }.map { pair in
      let isShared = if case .ioBufferDuration = pair.wish { true } else { false }
      return Condition(
        "Does without \(pair.wish.text)",
        "",
        Explanation(isShared ? .pref14 : .pref01)
      )
    }
  }

  private func missingTokens(of session: SessionState) -> [Condition] {
    guard session.isActive else { return [] }
    return session.configuration.tokens.subtracting(session.tokens).sorted().map {
      Condition("Does without token '\($0.name)'", "", Explanation(.hwc03))
    }
  }
}
