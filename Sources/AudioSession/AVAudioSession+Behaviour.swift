// SPDX-License-Identifier: Apache-2.0
// How the session would like to be treated, and how verbose its prompts may be.

import ControlProtocol

extension AVAudioSession {
  /// Whether a ringing phone leaves the session alone; a call that is accepted does not.
  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    state?.behaviour.prefersNoInterruptionsFromSystemAlerts ?? false
  }

  /// Says whether a ringing phone is to leave the session alone.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ value: Bool) throws {
    try link.send(ClientSetPreferencesRequest([.noInterruptionsFromSystemAlerts(isOn: value)]))
  }

  /// Whether losing its route interrupts the session, instead of pausing it.
  public var prefersInterruptionOnRouteDisconnect: Bool {
    state?.behaviour.prefersInterruptionOnRouteDisconnect ?? false
  }

  /// Says whether losing its route is to interrupt the session.
  public func setPrefersInterruptionOnRouteDisconnect(_ value: Bool) throws {
    try link.send(ClientSetPreferencesRequest([.interruptionOnRouteDisconnect(isOn: value)]))
  }

  /// Whether system sounds are heard while the session records.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    state?.behaviour.allowsSystemSoundsDuringRecording ?? false
  }

  /// Says whether system sounds are to be heard while the session records; a rig has no haptics.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ value: Bool) throws {
    try link.send(ClientSetPreferencesRequest([.systemSoundsDuringRecording(isOn: value)]))
  }

  /// How verbose prompts may be.
  public enum PromptStyle: UInt, Hashable, Sendable, CaseIterable {
    /// Somebody talks: no prompts.
    case none = 0x6E6F_6E65
    /// Others play: short ones, best without words.
    case short = 0x7368_7274
    /// Whatever the program has to say.
    case normal = 0x6E72_6D6C

    /// The style with this word on the wire.
    init?(word: String) {
      guard let style = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
      self = style
    }
  }

  /// How verbose the prompts of a `voicePrompt` session may be at the moment, active or not.
  public var promptStyle: PromptStyle {
    state.flatMap { PromptStyle(word: $0.promptStyle) } ?? .normal
  }
}
