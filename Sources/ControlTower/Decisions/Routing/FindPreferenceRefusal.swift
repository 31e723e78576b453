// SPDX-License-Identifier: Apache-2.0
// Why a preference is refused; an accepted one need not be met, because preferences are hints
// (PREF-01).

import Quantities

extension TowerState {
  /// Why a session can't have a preference; `nil` when it can.
  func refusal(of wish: Preference, by session: SessionState) -> Refusal? {
    switch wish {
    case .ioBufferDuration(let duration?):
      isPositive(duration.value) ? nil : Refusal(.badValue(wish), rule: .pref11)
    case .sampleRate(let rate?):
      isPositive(rate.hertz) ? nil : Refusal(.badValue(wish), rule: .pref11)
    case .inputChannels(let count?):
      count > 0 ? nil : Refusal(.badValue(wish), rule: .ancPref01)
    case .outputChannels(let count?):
      refusal(ofOutputChannels: count, wish, by: session)
    case .inputGain(let gain?):
      gain.isNaN ? Refusal(.badValue(wish), rule: .ancPref01) : nil
    case .input(let port?):
      refusal(ofInput: port, by: session)
    case .ioBufferDuration(nil), .sampleRate(nil), .inputChannels(nil), .outputChannels(nil),
      .inputGain(nil), .input(nil), .noInterruptionsFromSystemAlerts,
      .interruptionOnRouteDisconnect, .systemSoundsDuringRecording:
      nil
    }
  }

  private func isPositive(_ value: Double) -> Bool { value.isFinite && value > 0 }

  private func refusal(
    ofOutputChannels count: Int,
    _ wish: Preference,
    by session: SessionState
  ) -> Refusal? {
    guard session.isActive else { return Refusal(.sessionNotActive(session.id), rule: .pref09) }
    let isPossible = (1...max(1, maximumOutputChannels(for: session))).contains(count)
    return isPossible ? nil : Refusal(.badValue(wish), rule: .pref09)
  }

  private func refusal(ofInput id: PortID, by session: SessionState) -> Refusal? {
    guard session.isActive else { return Refusal(.sessionNotActive(session.id), rule: .pref08) }
    guard let port = port(id), port.direction == .input else {
      return Refusal(.unknownPort(id), rule: .pref08)
    }
    if let rule = session.configuration.ruleAgainst(port) {
      return Refusal(.portNotAvailable(id, session.id), rule: rule)
    }
    let usable = usablePorts(.input, for: session.configuration)
    if session.configuration.mode == .measurement,
      let primary = selectPrimaryInput(of: usable), primary.id != id
    {
      return Refusal(.portNotAvailable(id, session.id), rule: .meas02)
    }
    return nil
  }

  /// How many channels a session's present outputs have.
  func maximumOutputChannels(for session: SessionState) -> Int {
    channels(of: session.route.outputs)
  }
}
