// SPDX-License-Identifier: Apache-2.0
// Clicks and beeps, which belong to no session and are not always heard.

extension Transaction {
  /// Plays a system sound; it needs no session and disturbs none (UI-01).
  mutating func applySystemSound(_ name: String) throws(Refusal) {
    if let silencing = state.selectSystemSoundSilencing() {
      throw Refusal(.systemSoundsSilenced, rule: silencing.rule, cause: silencing.cause)
    }
    extra.append(TowerEffect(.playSystemSound(name), Explanation(.ui01)))
  }

  /// Notes whether system sounds are heard; the first reason for their silence is kept.
  mutating func settleSystemSounds() {
    let silencing = state.isServerLost ? nil : state.selectSystemSoundSilencing()
    if silencing == nil || state.systemSoundSilencing == nil {
      state.systemSoundSilencing = silencing
    }
  }
}

extension TowerState {
  /// What keeps system sounds from being heard.
  ///
  /// They are outside all sessions, but the switches apply to the whole rig (UI-A1).
  func selectSystemSoundSilencing() -> Explanation? {
    if let interrupter = highestInterrupter {
      return Explanation(.uiA2, cause: .interrupter(interrupter))
    }
    if let recorder, session(recorder)?.allowsSystemSounds == false {
      return Explanation(.cat23, cause: .session(recorder))
    }
    if let exclusiveOutputs { return exclusiveOutputs.closed.reason }
    if let undisturbed { return Explanation(.intA6, cause: .session(undisturbed)) }
    if switches.isSilent { return Explanation(.uiA1, cause: .silentSwitch) }
    return switches.isLocked ? Explanation(.uiA1, cause: .lock) : nil
  }
}

extension SessionState {
  /// Whether system sounds are heard while it records.
  fileprivate var allowsSystemSounds: Bool {
    configuration.behaviour.allowsSystemSoundsDuringRecording
  }
}
