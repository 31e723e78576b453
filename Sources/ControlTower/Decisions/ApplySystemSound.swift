// SPDX-License-Identifier: Apache-2.0
// Clicks and beeps: no session's sound, but not always heard.

extension Transaction {
  /// Plays a system sound; it needs no session and disturbs none (UI-01).
  mutating func applySystemSound(_ name: String) throws(Refusal) {
    if let silencing = state.selectSystemSoundSilencing() {
      throw Refusal(.systemSoundsSilenced, rule: silencing.rule, culprit: silencing.culprit)
    }
    extra.append(TowerEffect(.playSystemSound(name), Explanation(.ui01)))
  }

  /// Notes whether system sounds are heard; what silences them first stays the reason.
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
  /// They are outside all sessions, but the silent switch is the whole rig's (UI-A1). The lock holds sessions only.
  func selectSystemSoundSilencing() -> Explanation? {
    if let interrupter = highestInterrupter {
      return Explanation(.uiA2, culprit: .interrupter(interrupter))
    }
    let recorder = sessions.first {
      $0.isActive && $0.configuration.category == .record
        && !$0.configuration.manners.allowsSystemSoundsDuringRecording
    }
    if let recorder { return Explanation(.cat23, culprit: .session(recorder.id)) }
    return switches.isSilent ? Explanation(.uiA1, culprit: .silentSwitch) : nil
  }
}
