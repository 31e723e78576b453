// SPDX-License-Identifier: Apache-2.0
// The notifications that a session's clients get.

extension TowerEffect {
  /// A notification states a fact; it asks for nothing.
  package enum Notification: Hashable, Sendable {
    case didActivate
    case didDeactivate
    /// The session has been made inactive and is silent; late when it could not be notified at the
    /// time.
    case interruptionBegan(InterruptionReason, isLate: Bool = false)
    case interruptionEnded(shouldResume: Bool)
    /// The route has changed; the present one can be read.
    case routeChanged(RouteChangeReason, previous: RouteDescription)
    case availableInputsChanged
    case inputAvailabilityChanged(Bool)
    case silenceSecondaryAudioHint(Bool)
    case mediaServicesWereLost
    case mediaServicesWereReset
    case recordPermissionAnswered(Bool)
    /// Sound stopped and started again because the hardware runs with other values.
    case ioReconfigured
    case outputMuteStateChanged(Bool)
    case inputMuteStateChanged(Bool)
  }
}

/// Why a session was interrupted.
package enum InterruptionReason: Hashable, Sendable {
  /// Another session has become active that does not mix.
  case anotherSession
  case appWasSuspended
  case builtInMicMuted
  case routeDisconnected
  case interrupter(Interrupter)
  case `operator`
}
