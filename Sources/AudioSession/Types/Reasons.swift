// SPDX-License-Identifier: Apache-2.0
// The values in notifications, with Apple's numbers.

import ControlProtocol

extension AVAudioSession {
  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Hashable, Sendable, CaseIterable {
    case ended = 0
    case began = 1
  }

  /// Options at the end of an interruption.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The program may go on; a hint.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Why a session was interrupted; those that only a phone can have are absent.
  public enum InterruptionReason: UInt, Hashable, Sendable, CaseIterable {
    /// Another session, an interrupter or the operator.
    case `default` = 0
    /// The program was suspended.
    case appWasSuspended = 1
    /// The microphone was muted by hardware.
    case builtInMicMuted = 2
    /// The ports that it played to are gone.
    case routeDisconnected = 4
  }

  /// Why a route changed.
  public enum RouteChangeReason: UInt, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
  }

  /// Whether secondary audio is to be silent or may sound again.
  public enum SilenceSecondaryAudioHintType: UInt, Hashable, Sendable, CaseIterable {
    case end = 0
    case begin = 1
  }
}

extension AVAudioSession.InterruptionReason {
  init(_ reason: SessionNotification.InterruptionReason) {
    self =
      switch reason {
      case .default: .default
      case .appWasSuspended: .appWasSuspended
      case .builtInMicMuted: .builtInMicMuted
      case .routeDisconnected: .routeDisconnected
      }
  }
}

extension AVAudioSession.RouteChangeReason {
  init(_ reason: SessionNotification.RouteChangeReason) {
    self =
      switch reason {
      case .unknown: .unknown
      case .newDeviceAvailable: .newDeviceAvailable
      case .oldDeviceUnavailable: .oldDeviceUnavailable
      case .categoryChange: .categoryChange
      case .override: .override
      case .wakeFromSleep: .wakeFromSleep
      case .noSuitableRouteForCategory: .noSuitableRouteForCategory
      case .routeConfigurationChange: .routeConfigurationChange
      }
  }
}
