// SPDX-License-Identifier: Apache-2.0
// Methods as Swift 1 spelled them: a Bool, and the error in the last parameter.

public import Foundation

extension AVAudioSession {
  /// The deprecated spelling of `setCategory(_:)`, which throws.
  @available(*, deprecated, renamed: "setCategory(_:)")
  @discardableResult
  public func setCategory(_ category: Category, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try setCategory(category) }
  }

  /// The deprecated spelling of `setCategory(_:options:)`, which throws.
  @available(*, deprecated, renamed: "setCategory(_:options:)")
  @discardableResult
  public func setCategory(
    _ category: Category,
    withOptions options: CategoryOptions,
    error: inout NSError?
  ) -> Bool {
    Self.attempt(&error) { try setCategory(category, options: options) }
  }

  /// The deprecated spelling of `setMode(_:)`, which throws.
  @available(*, deprecated, renamed: "setMode(_:)")
  @discardableResult
  public func setMode(_ mode: Mode, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try setMode(mode) }
  }

  /// The deprecated spelling of `setActive(_:options:)`, which throws.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  @discardableResult
  public func setActive(_ active: Bool, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try setActive(active) }
  }

  /// The deprecated spelling of `setActive(_:options:)`, which throws.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  @discardableResult
  public func setActive(
    _ active: Bool,
    withOptions options: SetActiveOptions,
    error: inout NSError?
  ) -> Bool {
    Self.attempt(&error) { try setActive(active, options: options) }
  }

  /// The deprecated spelling of `setPreferredIOBufferDuration(_:)`, which throws.
  @available(*, deprecated, renamed: "setPreferredIOBufferDuration(_:)")
  @discardableResult
  public func setPreferredIOBufferDuration(
    _ duration: TimeInterval,
    error: inout NSError?
  ) -> Bool {
    Self.attempt(&error) { try setPreferredIOBufferDuration(duration) }
  }

  /// The deprecated spelling of `setPreferredSampleRate(_:)`, which throws.
  @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
  @discardableResult
  public func setPreferredSampleRate(_ sampleRate: Double, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try setPreferredSampleRate(sampleRate) }
  }

  /// The deprecated name of `setPreferredSampleRate(_:)`, which throws.
  @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
  @discardableResult
  public func setPreferredHardwareSampleRate(_ sampleRate: Double, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try setPreferredSampleRate(sampleRate) }
  }

  /// The deprecated spelling of `overrideOutputAudioPort(_:)`, which throws.
  @available(*, deprecated, renamed: "overrideOutputAudioPort(_:)")
  @discardableResult
  public func overrideOutputAudioPort(_ port: PortOverride, error: inout NSError?) -> Bool {
    Self.attempt(&error) { try overrideOutputAudioPort(port) }
  }

  private static func attempt(_ error: inout NSError?, _ work: () throws -> Void) -> Bool {
    do {
      try work()
      return true
    } catch let problem {
      error = problem as NSError
      return false
    }
  }
}
