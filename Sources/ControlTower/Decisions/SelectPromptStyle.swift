// SPDX-License-Identifier: Apache-2.0
// How much a session that speaks prompts may say.

extension TowerState {
  /// Nothing during a call or somebody's conversation, little while others play (ANC-PRM-01).
  func selectPromptStyle(for index: Int) -> PromptStyle {
    let session = sessions[index]
    guard session.configuration.mode == .voicePrompt else { return .normal }
    let others = sessions.filter { $0.id != session.id && $0.isPlaying }
    let isTalking = others.contains {
      $0.configuration.mode.processesVoice && $0.configuration.category.behaviour.hasInput
    }
    if isTalking || interrupters[.phone] == .lasting { return .none }
    return others.contains { $0.configuration.category.behaviour.hasOutput } ? .short : .normal
  }
}
