// SPDX-License-Identifier: Apache-2.0
// Which sessions exclude each other, which are interrupted, and what keeps one from becoming
// active.

extension SessionState {
  /// Whether it mixes with other sessions; a muted short-form video disturbs nobody (ANC-MODE-03).
  package var isMixable: Bool {
    configuration.isMixable || (configuration.mode == .shortFormVideo && isOutputMuted)
  }

  /// The rule by which an active session has to go when this one becomes active; `nil` when it can
  /// stay.
  func reason(toInterrupt other: SessionState) -> Rule? {
    guard id != other.id else { return nil }
    if !isMixable, !other.isMixable { return .mix03 }
    let interruptsSpoken = configuration.options.contains(.interruptSpokenAudioAndMixWithOthers)
    return interruptsSpoken && other.configuration.mode == .spokenAudio ? .ancOpt01 : nil
  }

  /// Whether, while it is active, it can have a `reason(toInterrupt:)` another session, or another
  /// session one to interrupt it.
  var contends: Bool {
    !isMixable || configuration.mode == .spokenAudio
      || configuration.options.contains(.interruptSpokenAudioAndMixWithOthers)
  }

  /// Whether the session can't run: it is in the background without the right to sound there
  /// (BG-01).
  var isSuspendable: Bool {
    !isForeground && !configuration.behaviour.backgroundAudio
  }
}

extension TowerState {
  /// The active sessions that have to go when the session at `winner` becomes active, as indices.
  func selectInterrupted(by winner: Int) -> [Int] {
    sessions.indices(of: .contending).filter {
      sessions[winner].reason(toInterrupt: sessions[$0]) != nil
    }
  }

  /// The interrupter with the highest rank that keeps a session from being active (INT-07,
  /// ANC-ACT-03).
  func selectInterrupter(blocking index: Int) -> Interrupter? {
    let playsOnly = !sessions[index].configuration.category.behaviour.hasInput
    return interrupters.keys.sorted().first {
      !(playsOnly && policy.callAllowsPlayback && $0 == .phone && interrupters[$0] == .lasting)
    }
  }

  /// What keeps the session at `index` from coming back, if anything does.
  func selectBlocker(of index: Int) -> (rule: Rule, cause: Cause)? {
    if let blocker = selectOutrankingBlocker(of: index) { return blocker }
    for other in sessions.indices(of: .contending) {
      let rule =
        sessions[index].reason(toInterrupt: sessions[other])
        ?? sessions[other].reason(toInterrupt: sessions[index])
      if let rule { return (rule, .session(sessions[other].id)) }
    }
    return nil
  }

  /// What blocks the session whether others are active or not: an interrupter, or being in the
  /// background.
  func selectOutrankingBlocker(of index: Int) -> (rule: Rule, cause: Cause)? {
    if let interrupter = selectInterrupter(blocking: index) {
      return (interrupter.rule, .interrupter(interrupter))
    }
    return sessions[index].isSuspendable ? (.bg01, .background) : nil
  }
}
