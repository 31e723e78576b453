// SPDX-License-Identifier: Apache-2.0
// Where a session's sound comes from.

extension TowerState {
  /// The input of a session: one at most, with every category (MRT-09).
  func selectInput(for session: SessionState) -> PortChoice {
    let configuration = session.configuration
    if let rule = configuration.ruleAgainst(.input) { return PortChoice([], rule) }
    let usable = usablePorts(.input, for: configuration)
    if configuration.mode == .measurement, let primary = selectPrimaryInput(of: usable) {
      return PortChoice([primary], .meas02)
    }
    if let preferred = usable.first(where: { $0.id == session.preferences.input }) {
      return PortChoice([preferred], .pref08)
    }
    let builtIn = selectMicrophone(of: usable, for: configuration.mode)
    if var builtIn, selectOutputs(for: session).rule == .ovr02 {
      builtIn.rule = .ovrA1
      return builtIn
    }
    return selectDominant(of: usable, .input) ?? builtIn ?? PortChoice([], .inp01)
  }

  /// The input of measurement sessions: the rig's primary one, else the first microphone.
  func selectPrimaryInput(of usable: [PortDescription]) -> PortDescription? {
    usable.first { $0.id == policy.primaryInput } ?? usable.first { $0.role == .mic }
  }

  /// The built-in microphone: for chats the rig's best for voices, else the first.
  private func selectMicrophone(of usable: [PortDescription], for mode: Mode) -> PortChoice? {
    let microphones = usable.filter { $0.role == .mic }
    if mode.processesVoice {
      let best = policy.voiceMicrophones.lazy
        .compactMap { id in microphones.first { $0.id == id } }.first
      if let best { return PortChoice([best], .mode11) }
    }
    return microphones.first.map { PortChoice([$0], .rte03) }
  }
}
