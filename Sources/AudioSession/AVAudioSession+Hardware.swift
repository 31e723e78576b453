// SPDX-License-Identifier: Apache-2.0
// What the hardware runs with, and what the session would like.
//
// Say what you would like before activation, read what you got after it; until then the values are
// provisional.

public import Foundation
import ControlProtocol

extension AVAudioSession {
  /// Says which sample rate would be best; 0 means any.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try prefer(.sampleRate(hertz: sampleRate == 0 ? nil : sampleRate))
  }

  /// Says how long a cycle would best be; 0 means any.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try prefer(.ioBufferDuration(seconds: duration == 0 ? nil : duration))
  }

  /// Says how many input channels would be best; 0 means any.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try prefer(.inputChannels(count: count == 0 ? nil : count))
  }

  /// Says how many output channels would be best; 0 means any.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try prefer(.outputChannels(count: count == 0 ? nil : count))
  }

  /// Sets the gain of the input; values beyond 0 to 1 become the nearer of them.
  public func setInputGain(_ gain: Float) throws {
    try prefer(.inputGain(value: Double(min(max(gain, 0), 1))))
  }

  private func prefer(_ preference: ClientSetPreferencesRequest.Preference) throws {
    try link.send(ClientSetPreferencesRequest([preference]))
  }

  /// The sample rate that would be best; 0 for any.
  public var preferredSampleRate: Double { state?.preferences.sampleRate_hz ?? 0 }

  /// How long a cycle would best be; 0 for any.
  public var preferredIOBufferDuration: TimeInterval {
    state?.preferences.ioBufferDuration_seconds ?? 0
  }

  /// How many input channels would be best; 0 for any.
  public var preferredInputNumberOfChannels: Int { state?.preferences.inputChannels ?? 0 }

  /// How many output channels would be best; 0 for any.
  public var preferredOutputNumberOfChannels: Int { state?.preferences.outputChannels ?? 0 }

  /// The most input channels that the route can have.
  public var maximumInputNumberOfChannels: Int { state?.route.maximumInputChannels ?? 0 }

  /// The most output channels that the route can have.
  public var maximumOutputNumberOfChannels: Int { state?.route.maximumOutputChannels ?? 0 }

  /// The sample rate in hertz.
  public var sampleRate: Double { state?.hardware.sampleRate_hz ?? 0 }

  /// How long a cycle lasts.
  public var ioBufferDuration: TimeInterval { state?.hardware.ioBufferDuration_seconds ?? 0 }

  /// From the sound to the program.
  public var inputLatency: TimeInterval { state?.hardware.inputLatency_seconds ?? 0 }

  /// From the program to the sound.
  public var outputLatency: TimeInterval { state?.hardware.outputLatency_seconds ?? 0 }

  /// How many channels come in.
  public var inputNumberOfChannels: Int { state?.hardware.inputChannels ?? 0 }

  /// How many channels go out.
  public var outputNumberOfChannels: Int { state?.hardware.outputChannels ?? 0 }

  /// The user's volume, 0 to 1; programs cannot set it.
  public var outputVolume: Float { Float(state?.hardware.outputVolume ?? 0) }

  /// The gain of the input, 0 to 1.
  public var inputGain: Float { Float(state?.hardware.inputGain ?? 0) }

  /// Whether the gain of the input can be set.
  public var isInputGainSettable: Bool { state?.hardware.inputGain != nil }

  /// Whether the values of the hardware may be others once the session is active; beyond Apple's
  /// class.
  public var isHardwareProvisional: Bool { state?.hardware.isProvisional ?? true }
}
