// SPDX-License-Identifier: Apache-2.0
// Where the session's sound comes from and goes to.

import ControlProtocol

extension AVAudioSession {
  /// What an output can be forced to.
  public enum PortOverride: UInt, Hashable, Sendable, CaseIterable {
    /// To nothing: the route is the category's own.
    case none = 0
    /// To the speaker.
    case speaker = 0x7370_6B72
  }

  /// The route of the session; a direction that its category does not have is empty.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(
      inputs: state?.route.inputs ?? [],
      outputs: state?.route.outputs ?? []
    )
  }

  /// The inputs that the session could have; `nil` while it is not active, because they are not
  /// known then (PREF-08).
  public var availableInputs: [AVAudioSessionPortDescription]? {
    guard let state, state.isActive else { return nil }
    return state.route.availableInputs.map { AVAudioSessionPortDescription($0, isInput: true) }
  }

  /// Whether the rig has an input that the session could have.
  public var isInputAvailable: Bool { state?.route.isInputAvailable ?? false }

  /// The input that the session would like.
  public var preferredInput: AVAudioSessionPortDescription? {
    state?.preferences.input.map { AVAudioSessionPortDescription($0, isInput: true) }
  }

  /// Sets which of ``availableInputs`` the session prefers; `nil` leaves it to the host.
  public func setPreferredInput(_ port: AVAudioSessionPortDescription?) throws {
    try link.send(ClientSetPreferencesRequest([.input(uid: port?.uid)]))
  }

  /// Sends the output of a `playAndRecord` session to the speaker until the route changes, or ends
  /// that.
  public func overrideOutputAudioPort(_ port: PortOverride) throws {
    try link.send(ClientOverrideOutputRequest(port: port == .speaker ? .speaker : .none))
  }

  /// Whether the session's output is muted.
  public var isOutputMuted: Bool { state?.isOutputMuted ?? false }

  /// Mutes the session's output, or ends that.
  public func setOutputMuted(_ muted: Bool) throws {
    try link.send(ClientSetOutputMutedRequest(isMuted: muted))
  }
}
