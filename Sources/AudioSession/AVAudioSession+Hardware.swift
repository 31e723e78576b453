// SPDX-License-Identifier: Apache-2.0
// What the hardware runs with, and what the session would like.
//
// Set preferences before activation, and read the actual values after it; until then they are
// provisional.

public import Foundation
import ControlProtocol

extension AVAudioSession {
  /// Sets the preferred sample rate; 0 means any.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try prefer(.sampleRate(hertz: sampleRate == 0 ? nil : sampleRate))
  }

  /// Sets the preferred length of a cycle; 0 means any.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try prefer(.ioBufferDuration(seconds: duration == 0 ? nil : duration))
  }

  /// Sets the preferred number of input channels; 0 means any.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try prefer(.inputChannels(count: count == 0 ? nil : count))
  }

  /// Sets the preferred number of output channels; 0 means any.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try prefer(.outputChannels(count: count == 0 ? nil : count))
  }

  /// Sets the gain of the input; values are clamped to 0…1.
  public func setInputGain(_ gain: Float) throws {
    try prefer(.inputGain(value: Double(min(max(gain, 0), 1))))
  }

  private func prefer(_ preference: ClientSetPreferencesRequest.Preference) throws {
    try link.send(ClientSetPreferencesRequest([preference]))
  }

  /// The preferred sample rate; 0 for any.
  public var preferredSampleRate: Double { state?.preferences.sampleRate_hz ?? 0 }

  /// The preferred length of a cycle; 0 for any.
  public var preferredIOBufferDuration: TimeInterval {
    state?.preferences.ioBufferDuration_seconds ?? 0
  }

  /// The preferred number of input channels; 0 for any.
  public var preferredInputNumberOfChannels: Int { state?.preferences.inputChannels ?? 0 }

  /// The preferred number of output channels; 0 for any.
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

  /// Whether the values of the hardware may change once the session is active; not in Apple's
  /// class.
  public var isHardwareProvisional: Bool { state?.hardware.isProvisional ?? true }
}
