// SPDX-License-Identifier: Apache-2.0
// Turns the preferences of the active sessions into one setting of the hardware.

import Quantities

extension Transaction {
  /// Notes what the hardware runs with; sound has stopped and started again for all sessions
  /// (PREF-05).
  mutating func applyHardware(_ hardware: Hardware) {
    let isFirst = state.hardware == nil
    guard hardware != state.hardware else { return }
    state.hardware = hardware
    state.appliedIOBufferDuration = hardware.ioBufferDuration
    guard !isFirst else { return }
    for index in state.sessions.indices(of: .active) {
      tell(state.sessions[index].id, .ioReconfigured, Explanation(.pref05))
    }
  }

  /// Asks for another cycle when the sessions' preference has changed, and the hardware differs
  /// from it.
  ///
  /// A cycle that another program has set is left alone until then. Without a preference everything
  /// stays as it is, so that a session that is inactive for a moment causes no glitch (PREF-06).
  mutating func settleHardware() {
    let wanted = state.selectIOBufferDuration()
    if let wanted, wanted != before.selectIOBufferDuration(),
      wanted != state.hardware?.ioBufferDuration
    {
      state.appliedIOBufferDuration = wanted
    }
    state.appliedInputGain = state.selectInputGain()
  }
}

extension TowerState {
  /// The shortest cycle that an active session prefers, within the rig's limits, as the hardware
  /// can do it (PREF-14).
  fileprivate func selectIOBufferDuration() -> Seconds? {
    let wishes = sessions.indices(of: .wishing)
      .compactMap { sessions[$0].preferences.ioBufferDuration }
    guard let shortest = wishes.min(), let hardware else { return nil }
    let limits = policy.ioBufferLimits
    let wish = min(max(shortest, limits.lowerBound), limits.upperBound)
    return possibleCycles(at: hardware.sampleRate).filter(limits.contains)
      .min { abs($0.value - wish.value) < abs($1.value - wish.value) } ?? wish
  }

  /// On nearly all hardware the number of frames in a cycle is a power of two (PREF-11).
  private func possibleCycles(at rate: SampleRate) -> [Seconds] {
    (4...16).map { FrameCount(1 << $0).seconds(at: rate) }
  }

  /// The gain that the session activated last prefers: there is one gain for all inputs.
  fileprivate func selectInputGain() -> Double {
    sessions.indices(of: .wishing).filter { sessions[$0].preferences.inputGain != nil }
      .max { sessions[$0].lastActivation < sessions[$1].lastActivation }
      .flatMap { sessions[$0].preferences.inputGain } ?? 1
  }
}

extension Preferences {
  /// Whether it holds a preference that is weighed against those of other sessions.
  var wishForAll: Bool { ioBufferDuration != nil || inputGain != nil }
}
