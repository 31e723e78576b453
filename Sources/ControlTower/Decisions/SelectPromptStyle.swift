// SPDX-License-Identifier: Apache-2.0
// How verbose the prompts of a session may be.

extension ControlTower {
  /// How verbose a session's prompts may be, even before it becomes active to speak one.
  package func promptStyle(for id: SessionID) -> PromptStyle {
    state.index(of: id).map(state.selectPromptStyle) ?? .normal
  }
}

extension TowerState {
  /// No prompts during a call or another session's conversation, short ones while others play
  /// (ANC-PRM-01).
  func selectPromptStyle(for index: Int) -> PromptStyle {
    guard sessions[index].configuration.mode == .voicePrompt else { return .normal }
    let isTalking = sessions.indices(of: .talking).contains { $0 != index }
    if isTalking || interrupters[.phone] == .lasting { return .none }
    return sessions.indices(of: .audible).contains { $0 != index } ? .short : .normal
  }
}

extension SessionState {
  /// Whether it holds a conversation; the modes for that go with categories that hear.
  var talks: Bool { isPlaying && configuration.mode.processesVoice }

  /// Whether it plays something that may be heard at an output of its own, not only through other
  /// sessions.
  var isAudible: Bool {
    isPlaying && configuration.category.behaviour.hasOutput && targets != .nowhere
  }
}
