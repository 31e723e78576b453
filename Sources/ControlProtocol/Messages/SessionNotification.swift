// SPDX-License-Identifier: Apache-2.0
// The notifications that a session gets, in the words of AVAudioSession.

/// A notification that a session's program gets.
package enum SessionNotification: Codable, Hashable, Sendable {
  /// It is active from now on.
  case didActivate
  /// It is inactive from now on, and not because of an interruption.
  case didDeactivate(source: DeactivationSource = .app)
  /// Another session or an interrupter has interrupted it: `by` names it where the reason is
  /// `default`.
  ///
  /// The session is silent by then. A late notification (`wasSuspended`) says when the interruption
  /// began, in seconds since 1970.
  case interruptionBegan(
    reason: InterruptionReason,
    by: String? = nil,
    wasSuspended: Bool = false,
    began_seconds: Double? = nil
  )
  /// What interrupted is over; `shouldResume` is a hint.
  case interruptionEnded(shouldResume: Bool)
  /// The ports that it plays to or records from have changed.
  case routeChanged(
    reason: RouteChangeReason,
    previousInputs: [PortStatus],
    previousOutputs: [PortStatus]
  )
  /// Secondary audio is to be silenced, or may sound again.
  case silenceSecondaryAudioHint(type: SecondaryAudioHint)
  /// The sound server is gone; everything is silent.
  case mediaServicesLost
  /// The sound server is back; preferences and activation have to be made again.
  case mediaServicesReset
  /// The user has decided about recording.
  case permissionAnswered(granted: Bool)
  /// Inputs have come or gone.
  case availableInputsChanged
  /// There is an input now, or there is none any more.
  case inputAvailabilityChanged(isAvailable: Bool)
  /// Sound stopped and started again because the hardware runs with other values.
  case ioReconfigured
  /// The session's user has muted its output, or ended that.
  case outputMuteStateChanged(isMuted: Bool)
  /// Its program has muted its input, or ended that; sent while it is active and has one.
  case inputMuteStateChanged(isMuted: Bool)
  /// The user's volume on its output has changed, from 0 to 1; sent to programs.
  case outputVolumeChanged(volume: Double)
  /// Its prompts may be more or less verbose: `none`, `short` or `normal`; sent to programs.
  case promptStyleChanged(style: String)

  /// What made a session inactive.
  package enum DeactivationSource: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its program, or a client that acts for it.
    case app
    /// The operator.
    case system
  }

  /// Why a session was interrupted.
  package enum InterruptionReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Another session, an interrupter or the operator.
    case `default`
    /// The program was suspended; sent when it runs again.
    case appWasSuspended
    /// The microphone was muted by hardware.
    case builtInMicMuted
    /// The ports that it played to are gone.
    case routeDisconnected
  }

  /// Why a route changed.
  package enum RouteChangeReason: String, Codable, Hashable, Sendable, CaseIterable {
    case unknown, newDeviceAvailable, oldDeviceUnavailable, categoryChange, override
    case wakeFromSleep, noSuitableRouteForCategory, routeConfigurationChange
  }

  /// Whether the silence of secondary audio is wanted or over.
  package enum SecondaryAudioHint: String, Codable, Hashable, Sendable, CaseIterable {
    case begin, end
  }
}

/// A port of a session's route.
package struct PortStatus: Codable, Hashable, Sendable {
  /// What the port is, in the words of presets: `speaker`, `headphones`, `mic`.
  package var portType: String
  /// Its name for people.
  package var portName: String
  /// Its name for programs.
  package var uid: String
  /// The names of its channels.
  package var channels: [String]

  /// Describes a port.
  package init(portType: String, portName: String, uid: String, channels: [String]) {
    self.portType = portType
    self.portName = portName
    self.uid = uid
    self.channels = channels
  }
}
