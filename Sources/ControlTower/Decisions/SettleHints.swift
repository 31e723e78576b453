// SPDX-License-Identifier: Apache-2.0
// What a session is told about the sound of others.

extension Transaction {
  /// Tells each session that can listen, in the foreground and active, the hint when it is another one than it heard
  /// last (SIL-04, SIL-05); one that could not listen hears it as soon as it can (SIL-06).
  mutating func settleHints() {
    let silencers = state.secondarySilencers
    for index in state.sessions.indices {
      let session = state.sessions[index]
      let cause = silencers.first { $0 != session.id }
      let hint = cause != nil
      guard session.isForeground, session.isActive, session.toldHint != hint else { continue }
      state.sessions[index].toldHint = hint
      let reason = Explanation(.sil04, cause: cause.map(Cause.session))
      hints.append(PendingNotification(session.id, .silenceSecondaryAudioHint(hint), reason))
    }
  }
}

extension TowerState {
  /// The sessions whose sound comes first, so that the secondary sound of all others should be silent (SIL-02).
  ///
  /// That follows the state even when nobody hears of it (SIL-06).
  var secondarySilencers: [SessionID] {
    sessions.filter {
      $0.isPlaying && !$0.isMixable && $0.configuration.category.behaviour.hasOutput
    }.map(\.id)
  }

  /// Whether another session can be heard, one that mixes too (SIL-01, ANC-SIL-01).
  func isOtherAudioPlaying(for id: SessionID) -> Bool {
    sessions.contains {
      $0.id != id && $0.isSounding && $0.isPlaying && $0.strip.silencing == nil
        && !$0.strip.isMuted && $0.configuration.category.behaviour.hasOutput
    }
  }
}

extension ControlTower {
  /// Whether a session's secondary sound, its music under its effects, should be silent because of others.
  public func secondaryAudioShouldBeSilenced(for id: SessionID) -> Bool {
    state.secondarySilencers.contains { $0 != id }
  }

  /// Whether another session can be heard at the moment.
  public func isOtherAudioPlaying(for id: SessionID) -> Bool {
    state.isOtherAudioPlaying(for: id)
  }
}
