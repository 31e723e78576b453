// SPDX-License-Identifier: Apache-2.0
// What a session is told about the sound of others.

extension Transaction {
  /// Tells each session that can listen, in the foreground and active, the hint when it is another one than it heard
  /// last (SIL-04, SIL-05); one that could not listen hears it as soon as it can (SIL-06).
  mutating func settleHints() {
    for index in state.sessions.indices {
      let session = state.sessions[index]
      let culprit = state.selectSecondarySilencer(of: session.id)
      let hint = culprit != nil
      guard session.isForeground, session.isActive, session.toldHint != hint else { continue }
      state.sessions[index].toldHint = hint
      let reason = Explanation(.sil04, culprit: culprit.map(Culprit.session))
      hints.append(Notice(session.id, .silenceSecondaryAudioHint(hint), reason))
    }
  }
}

extension TowerState {
  /// The session whose sound comes first, so that the secondary sound of another one should be silent (SIL-02).
  func selectSecondarySilencer(of id: SessionID) -> SessionID? {
    sessions.first {
      $0.id != id && $0.isPlaying && !$0.isMixable && $0.configuration.category.behaviour.hasOutput
    }?.id
  }

  /// Whether the secondary sources of a session are silent; that follows the hint even when nobody hears it (SIL-06).
  func isSecondarySilent(_ index: Int) -> Bool {
    selectSecondarySilencer(of: sessions[index].id) != nil
  }

  /// Whether another session can be heard, one that mixes too (SIL-01, ANC-SIL-01).
  func isOtherAudioPlaying(for id: SessionID) -> Bool {
    sessions.contains {
      $0.id != id && $0.isSounding && $0.isPlaying && $0.strip.silencing == nil
        && $0.configuration.category.behaviour.hasOutput
    }
  }
}

extension ControlTower {
  /// Whether a session's secondary sound, its music under its effects, should be silent because of others.
  public func secondaryAudioShouldBeSilenced(for id: SessionID) -> Bool {
    state.selectSecondarySilencer(of: id) != nil
  }

  /// Whether another session can be heard at the moment.
  public func isOtherAudioPlaying(for id: SessionID) -> Bool {
    state.isOtherAudioPlaying(for: id)
  }
}
