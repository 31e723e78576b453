// SPDX-License-Identifier: Apache-2.0
// Features that no rig offers: the properties say so, and the setters throw an error with a
// sentence.

import ControlProtocol

extension AVAudioSession {
  // MARK: Echo cancellation

  /// Whether the rig cancels the echo of its speakers in its microphones: it does not.
  public var isEchoCancelledInputAvailable: Bool { false }

  /// Whether the echo is cancelled; never.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// Whether the session prefers it; never, as it can't be preferred.
  public var prefersEchoCancelledInput: Bool { false }

  /// Refuses `true`; `false` is accepted.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    guard value else { return }
    throw AVAudioSessionError(
      .resourceNotAvailable,
      "The rig cancels no echo by itself: let a route of the preset name PipeWire's echo-cancelled source, and prefer that input."
    )
  }

  // MARK: Microphone injection

  /// How a program speaks into the calls of others.
  public enum MicrophoneInjectionMode: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// With speech that is mixed into the other program's microphone.
    case spokenAudio = 1
  }

  /// Whether the program can speak into the calls of others: no rig allows it.
  public var isMicrophoneInjectionAvailable: Bool { false }

  /// The preferred way; always none.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { .none }

  /// Refuses every mode but `none`.
  public func setPreferredMicrophoneInjectionMode(_ mode: MicrophoneInjectionMode) throws {
    guard mode != .none else { return }
    throw AVAudioSessionError(
      .missingEntitlement,
      "No program speaks into another one's microphone: the preset says which session hears which, by a source of kind 'session'."
    )
  }
}
