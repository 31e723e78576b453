// SPDX-License-Identifier: Apache-2.0
// What a session is told about the sound of others.

extension Transaction {
  /// Tells each session that can listen, in the foreground and active, the hint when it is another
  /// one than it heard last (SIL-04, SIL-05); one that could not listen hears it as soon as it can
  /// (SIL-06).
  ///
  /// Whose hint is another one has changed by now: its strip silences its secondary sound, or does
  /// not any more.
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
  /// Whether there is now somebody, nobody, or more than one whose sound comes first, and was not
  /// before this event.
  ///
  /// As long as it is one, who it is makes a difference only to him and to his predecessor, which
  /// have changed themselves.
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
  /// One that the lock holds does not play. That follows the state even when nobody hears of it
  /// (SIL-06).
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

  /// Whether a session's sound gets to somebody's ears: at an output that is there, or through a
  /// session that is heard.
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
public enum SoundDestination: Hashable, Sendable {
  /// To an output of the rig.
  case output(PortID)
  /// Into another session.
  case session(SessionID)
}

extension SessionConfiguration {
  /// Whether others take what it sends for audio: it has an output, and its sound is no test signal
  /// (SIL-01).
  public var isAudio: Bool { category.behaviour.hasOutput && mode != .measurement }
}

extension SessionState {
  /// Whether the tower lets its sound be heard, wherever that goes.
  fileprivate var isLetSound: Bool {
    isSounding && isPlaying && strip.silencing == nil && !strip.isMuted && configuration.isAudio
  }
}

extension ControlTower {
  /// Whether a session's secondary sound, its music under its effects, should be silent because of
  /// others.
  public func secondaryAudioShouldBeSilenced(for id: SessionID) -> Bool {
    state.secondarySilencers.contains { $0 != id }
  }

  /// Whether another session can be heard at the moment.
  ///
  /// `isLetThrough` says whether the mixer, of which the tower knows nothing, lets a session's
  /// sound through to an output or into another session.
  public func isOtherAudioPlaying(
    for id: SessionID,
    where isLetThrough: (SessionID, SoundDestination) -> Bool = { _, _ in true }
  ) -> Bool {
    state.isOtherAudioPlaying(for: id, isLetThrough)
  }
}
