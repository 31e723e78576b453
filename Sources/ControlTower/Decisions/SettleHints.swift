// SPDX-License-Identifier: Apache-2.0
// The hints that a session gets about the sound of others.

extension Transaction {
  /// Sends each session in the foreground that is active the hint when it differs from the last one
  /// (SIL-04, SIL-05); other sessions get it as soon as they are both (SIL-06).
  ///
  /// A session with a new hint is in `changed` by now: its strip has begun or ended to silence its
  /// secondary sound.
  mutating func settleHints() {
    let silencers = state.secondarySilencers
    for index in changed
    where state.sessions[index].isForeground && state.sessions[index].isActive {
      let id = state.sessions[index].id
      let cause = silencers.first { $0 != id }
      let hint = cause != nil
      guard state.sessions[index].toldHint != hint else { continue }
      state.sessions[index].toldHint = hint
      let reason = Explanation(.sil04, cause: cause.map(Cause.session))
      hints.append(PendingNotification(id, .silenceSecondaryAudioHint(hint), reason))
    }
  }
}

extension Transaction {
  /// Whether the number of silencing sessions has changed with this event, counted as none, one or
  /// more.
  ///
  /// While there is one, only that session and its predecessor depend on which one it is, and both
  /// have changed.
  var areSilencersOthers: Bool {
    let (old, new) = (before.sessions, state.sessions)
    return min(2, old.indices(of: .silencing).count) != min(2, new.indices(of: .silencing).count)
  }
}

extension SessionState {
  /// Whether the secondary sound of others should be silent because of it.
  var silencesSecondary: Bool {
    isSounding && isPlaying && !isMixable && configuration.category.behaviour.hasOutput
  }
}

extension TowerState {
  /// The sessions whose sound comes first, so that the secondary sound of all others should be
  /// silent (SIL-02).
  ///
  /// A session that the lock holds does not play. This follows the state even when no session is
  /// notified (SIL-06).
  var secondarySilencers: [SessionID] {
    sessions.indices(of: .silencing).map { sessions[$0].id }
  }

  /// Whether another session can be heard, one that mixes too (SIL-01, ANC-SIL-01).
  func isOtherAudioPlaying(
    for id: SessionID,
    _ isLetThrough: (SessionID, SoundDestination) -> Bool
  ) -> Bool {
    sessions.contains { $0.id != id && isHeard($0, isLetThrough) }
  }

  /// Whether a session's sound is heard: at an output that is there, or through a session that is
  /// heard.
  private func isHeard(
    _ session: SessionState,
    _ isLetThrough: (SessionID, SoundDestination) -> Bool
  ) -> Bool {
    guard session.isLetSound else { return false }
    let outputs = session.reachedOutputs.subtracting(session.outputsKept)
    let isThere = outputs.contains { output in
      port(output)?.direction == .output && isLetThrough(session.id, .output(output))
    }
    return isThere
      || connections.contains { connection in
        connection.from == session.id && isOpen(connection)
          && isLetThrough(session.id, .session(connection.to))
          && self.session(connection.to).map { isHeard($0, isLetThrough) } == true
      }
  }
}

/// Where a session's sound may go.
package enum SoundDestination: Hashable, Sendable {
  /// To an output of the rig.
  case output(PortID)
  /// Into another session.
  case session(SessionID)
}

extension SessionConfiguration {
  /// Whether its sound counts as audio for others: it has an output, and does not measure (SIL-01).
  package var isAudio: Bool { category.behaviour.hasOutput && mode != .measurement }
}

extension SessionState {
  /// Whether the tower lets it sound, wherever its sound goes.
  fileprivate var isLetSound: Bool {
    isSounding && isPlaying && strip.silencing == nil && !strip.isMuted && configuration.isAudio
  }
}

extension ControlTower {
  /// Whether a session's secondary sound, its music under its effects, should be silent because of
  /// others.
  package func secondaryAudioShouldBeSilenced(for id: SessionID) -> Bool {
    state.secondarySilencers.contains { $0 != id }
  }

  /// Whether another session can be heard at the moment.
  ///
  /// `isLetThrough` says whether the mixer, which the tower does not know, passes a session's sound
  /// to an output or into another session.
  package func isOtherAudioPlaying(
    for id: SessionID,
    where isLetThrough: (SessionID, SoundDestination) -> Bool = { _, _ in true }
  ) -> Bool {
    state.isOtherAudioPlaying(for: id, isLetThrough)
  }
}
