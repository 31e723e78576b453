// SPDX-License-Identifier: Apache-2.0
// The preferences of a session for the hardware: stored at once, in force while it is active.

extension Transaction {
  /// Stores preferences, all or none; the hardware is settled once for all of them (PREF-06).
  mutating func applyPreferences(_ id: SessionID, _ wishes: [Preference]) throws(Refusal) {
    let index = try find(id)
    for wish in wishes {
      if let refusal = state.refusal(of: wish, by: state.sessions[index]) { throw refusal }
    }
    try refuseSecondInput(among: wishes, of: state.sessions[index])
    for wish in wishes { state.sessions[index].store(wish) }
  }

  /// A multiRoute session has one input and can't ask for two (MRT-09).
  private func refuseSecondInput(
    among wishes: [Preference],
    of session: SessionState
  ) throws(Refusal) {
    let inputs = wishes.compactMap { wish -> PortID? in
      if case .input(let port) = wish { port } else { nil }
    }
    guard session.configuration.category == .multiRoute,
      let second = inputs.first(where: { $0 != inputs[0] })
    else { return }
    throw Refusal(.portNotAvailable(second, session.id), rule: .mrt09)
  }
}

extension SessionState {
  /// Stores a preference; those about how a session is treated change its behaviour, which comes
  /// from its preset.
  fileprivate mutating func store(_ wish: Preference) {
    switch wish {
    case .noInterruptionsFromSystemAlerts(let isOn):
      configuration.behaviour.prefersNoInterruptionsFromSystemAlerts = isOn
    case .interruptionOnRouteDisconnect(let isOn):
      configuration.behaviour.prefersInterruptionOnRouteDisconnect = isOn
    case .systemSoundsDuringRecording(let isOn):
      configuration.behaviour.allowsSystemSoundsDuringRecording = isOn
    default: preferences.store(wish)
    }
  }
}

extension Preferences {
  /// The preferences that a session starts with.
  init(_ wishes: [Preference]) {
    for wish in wishes { store(wish) }
  }

  fileprivate mutating func store(_ wish: Preference) {
    switch wish {
    case .ioBufferDuration(let duration): ioBufferDuration = duration
    case .sampleRate(let rate): sampleRate = rate
    case .inputChannels(let count): inputChannels = count
    case .outputChannels(let count): outputChannels = count
    case .inputGain(let gain): inputGain = gain.map { min(max($0, 0), 1) }
    case .input(let port): input = port
    case .noInterruptionsFromSystemAlerts, .interruptionOnRouteDisconnect,
      .systemSoundsDuringRecording:
      break
    }
  }
}
