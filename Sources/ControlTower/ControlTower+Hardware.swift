// SPDX-License-Identifier: Apache-2.0
// What a session can read about the hardware: its actual values, beside the preferences (PREF-01).

package import Quantities

/// What the hardware gives a session; its preferences are in `SessionState.preferences`.
package struct ActualHardware: Hashable, Sendable {
  /// The ports that are in use: the session's own, or while it is inactive those of the session
  /// activated last.
  package let route: RouteDescription
  /// How long one cycle lasts; `nil` until that is known.
  package let ioBufferDuration: Seconds?
  /// The sample rate; `nil` until that is known.
  package let sampleRate: SampleRate?
  /// How many channels come in.
  package let inputChannels: Int
  /// How many channels go out.
  package let outputChannels: Int
  /// The gain of all inputs, 0 to 1.
  package let inputGain: Double
  /// Whether the values may change once the session is active (PREF-03).
  package let isProvisional: Bool
}

extension ControlTower {
  /// What the hardware runs with; an inactive session sees the values of the session activated last
  /// (PREF-16).
  package func actualHardware(for id: SessionID) throws(Refusal) -> ActualHardware {
    let reader = try known(id)
    let newest = state.sessions.filter(\.isActive).max { $0.lastActivation < $1.lastActivation }
    let route = reader.isActive ? reader.route : newest?.route ?? reader.route
    return ActualHardware(
      route: route,
      ioBufferDuration: state.hardware?.ioBufferDuration,
      sampleRate: state.hardware?.sampleRate,
      inputChannels: state.channels(of: route.inputs),
      outputChannels: state.channels(of: route.outputs),
      inputGain: state.appliedInputGain,
      isProvisional: !reader.isActive
    )
  }

  /// How many channels a session's outputs have; known while it is active only (PREF-09).
  package func maximumOutputChannels(for id: SessionID) throws(Refusal) -> Int {
    state.maximumOutputChannels(for: try activeSession(id, rule: .pref09))
  }
}
