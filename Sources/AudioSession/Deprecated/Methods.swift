// SPDX-License-Identifier: Apache-2.0
// Methods as early Swift spelled them, and properties of the first documents, each with a fix-it
// where there is one.

public import Foundation

extension AVAudioSession {
  /// The deprecated spelling of `setCategory(_:options:)`.
  @available(*, deprecated, renamed: "setCategory(_:options:)")
  public func setCategory(_ category: Category, withOptions options: CategoryOptions) throws {
    try setCategory(category, options: options)
  }

  /// The deprecated spelling of `setActive(_:options:)`.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, withOptions options: SetActiveOptions) throws {
    try setActive(active, options: options)
  }

  /// The deprecated spelling of `setActive(_:options:)`, with a number for its options.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, withFlags flags: Int) throws {
    try setActive(active, options: SetActiveOptions(rawValue: UInt(bitPattern: flags)))
  }

  /// The deprecated spelling of `setActive(_:options:)`.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, with options: SetActiveOptions) throws {
    try setActive(active, options: options)
  }

  /// The deprecated spelling of `setCategory(_:mode:options:)`.
  @available(*, deprecated, renamed: "setCategory(_:options:)")
  public func setCategory(_ category: Category, with options: CategoryOptions) throws {
    try setCategory(category, options: options)
  }

  /// The deprecated name of `setPreferredSampleRate(_:)`.
  @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
  public func setPreferredHardwareSampleRate(_ sampleRate: Double) throws {
    try setPreferredSampleRate(sampleRate)
  }

  /// The deprecated name of `preferredSampleRate`.
  @available(*, deprecated, renamed: "preferredSampleRate")
  public var preferredHardwareSampleRate: Double { preferredSampleRate }

  /// The deprecated name of `sampleRate`.
  @available(*, deprecated, renamed: "sampleRate")
  public var currentHardwareSampleRate: Double { sampleRate }

  /// The deprecated name of `inputNumberOfChannels`.
  @available(*, deprecated, renamed: "inputNumberOfChannels")
  public var currentHardwareInputNumberOfChannels: Int { inputNumberOfChannels }

  /// The deprecated name of `outputNumberOfChannels`.
  @available(*, deprecated, renamed: "outputNumberOfChannels")
  public var currentHardwareOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// The deprecated name of `isInputAvailable`.
  @available(*, deprecated, renamed: "isInputAvailable")
  public var inputIsAvailable: Bool { isInputAvailable }

  /// The deprecated name of `isInputAvailable`.
  @available(*, deprecated, renamed: "isInputAvailable")
  public var inputAvailable: Bool { isInputAvailable }

  /// The deprecated name of `isOtherAudioPlaying`.
  @available(*, deprecated, renamed: "isOtherAudioPlaying")
  public var otherAudioPlaying: Bool { isOtherAudioPlaying }

  /// The deprecated name of `isInputGainSettable`.
  @available(*, deprecated, renamed: "isInputGainSettable")
  public var inputGainSettable: Bool { isInputGainSettable }

  /// The deprecated spelling of `ioBufferDuration`.
  @available(*, deprecated, renamed: "ioBufferDuration")
  public var IOBufferDuration: TimeInterval { ioBufferDuration }

  /// The delegate of 2009; notifications took its place.
  @available(*, unavailable, message: "Observe AVAudioSession.interruptionNotification and others.")
  public var delegate: AnyObject? { nil }
}

extension AVAudioSessionPortDescription {
  /// The deprecated spelling of `uid`.
  @available(*, deprecated, renamed: "uid")
  public var UID: String { uid }
}
