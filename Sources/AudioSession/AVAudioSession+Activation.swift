// SPDX-License-Identifier: Apache-2.0
// Activation without waiting: by `await`, or with a handler that is called when the host has
// decided.

import ControlProtocol

extension AVAudioSession {
  /// Options of ``activate(options:)``; there are none yet.
  public struct ActivationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }
  }

  /// Options of ``deactivate(options:)``.
  public struct DeactivationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Gives the interrupted sessions the hint to resume.
    public static let notifyOthersOnDeactivation = DeactivationOptions(rawValue: 1)
  }

  /// Makes the session active; returns `true`, or throws why it is not.
  @discardableResult
  public func activate(options: ActivationOptions = []) async throws -> Bool {
    try await link.reply(to: Self.request(true, notifyingOthers: false)).isActive
  }

  /// Makes the session inactive; returns `true`, or throws why it is not.
  @discardableResult
  public func deactivate(options: DeactivationOptions = []) async throws -> Bool {
    let notifies = options.contains(.notifyOthersOnDeactivation)
    return try await !link.reply(to: Self.request(false, notifyingOthers: notifies)).isActive
  }

  /// Makes the session active, and calls the handler later, on any thread, with the result.
  public func activate(
    options: ActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(handler) { try await self.activate(options: options) }
  }

  /// Makes the session inactive, and calls the handler later, on any thread, with the result.
  public func deactivate(
    options: DeactivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(handler) { try await self.deactivate(options: options) }
  }

  private func answer(
    _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void,
    _ work: @escaping @Sendable () async throws -> Bool
  ) {
    // The answer comes even if the program waits for it on all threads of its pool.
    Task(executorPreference: TaskQueue("AudioSession activation")) {
      do {
        handler(try await work(), nil)
      } catch {
        handler(false, error)
      }
    }
  }
}
