// SPDX-License-Identifier: Apache-2.0
// What no rig offers, asked for by name: the properties say so, and the setters refuse it with a
// sentence.

import ControlProtocol

extension AVAudioSession {
  // MARK: Echo cancellation

  /// Whether the rig cancels the echo of its speakers in its microphones: it does not.
  public var isEchoCancelledInputAvailable: Bool { false }

  /// Whether the echo is cancelled; never.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// Whether the session would like it; never, as it can't be wished for.
  public var prefersEchoCancelledInput: Bool { false }

  /// Refuses to cancel the echo; not to is granted.
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

  /// Whether the program can speak into the calls of others: a rig lets nobody.
  public var isMicrophoneInjectionAvailable: Bool { false }

  /// How the program would like to do that; never.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { .none }

  /// Refuses to let the program speak into the calls of others; not to is granted.
  public func setPreferredMicrophoneInjectionMode(_ mode: MicrophoneInjectionMode) throws {
    guard mode != .none else { return }
    throw AVAudioSessionError(
      .missingEntitlement,
      "No program speaks into another one's microphone: the preset says who hears whom, by a source of kind 'session'."
    )
  }
}
