// SPDX-License-Identifier: Apache-2.0
// From what the tower says to what clients receive.

import ControlProtocol
import ControlTower

extension TowerEvent {
  /// What the event says to everybody; `nil` when it concerns a session only.
  var hostEvent: HostEvent? {
    switch self {
    case .interrupterRang(let interrupter):
      .rig(.interrupterRang(interrupter: interrupter.rawValue))
    case .interrupterDeclined(let interrupter):
      .rig(.interrupterDeclined(interrupter: interrupter.rawValue))
    case .interrupterAccepted(let interrupter), .interrupterBegan(let interrupter):
      .rig(.interrupterBegan(interrupter: interrupter.rawValue))
    case .interrupterEnded(let interrupter, let shouldResume):
      .rig(.interrupterEnded(interrupter: interrupter.rawValue, shouldResume: shouldResume))
    case .setSilent(let isOn): .rig(.switched(name: .silent, isOn: isOn))
    case .setLocked(let isOn): .rig(.switched(name: .lock, isOn: isOn))
    case .setMicrophoneMuted(let isOn): .rig(.switched(name: .microphone, isOn: isOn))
    case .setDoNotInterrupt(let isOn, _): .rig(.switched(name: .doNotInterrupt, isOn: isOn))
    case .plugged(let port): .route(port.id.name, .plugged)
    case .unplugged(let port): .route(port.name, .unplugged)
    case .mediaServicesLost: .rig(.serverLost)
    case .mediaServicesReset: .rig(.serverReturned)
    default: nil
    }
  }
}

extension Cause {
  /// The name that other messages know it by.
  var name: String {
    switch self {
    case .session(let id): id.name
    case .interrupter(let interrupter): interrupter.rawValue
    case .port(let id): id.name
    default: "\(self)"
    }
  }
}

extension SessionNotification {
  /// What the session hears; `port` says what clients know of a port.
  init(
    _ notification: TowerEffect.Notification,
    _ cause: Cause?,
    _ port: (PortID) -> PortStatus
  ) {
    self =
      switch notification {
      case .didActivate: .didActivate
      case .didDeactivate: .didDeactivate(source: cause == .operator ? .system : .app)
      case .interruptionBegan(let reason, let isLate):
        .interruptionBegan(
          reason: InterruptionReason(reason),
          by: cause?.name,
          wasSuspended: isLate
        )
      case .interruptionEnded(let shouldResume): .interruptionEnded(shouldResume: shouldResume)
      case .routeChanged(let reason, let previous):
        .routeChanged(
          reason: RouteChangeReason(rawValue: reason.rawValue) ?? .unknown,
          previousInputs: previous.inputs.map(port),
          previousOutputs: previous.outputs.map(port)
        )
      case .availableInputsChanged: .availableInputsChanged
      case .inputAvailabilityChanged(let isThere): .inputAvailabilityChanged(isAvailable: isThere)
      case .silenceSecondaryAudioHint(let isOn):
        .silenceSecondaryAudioHint(type: isOn ? .begin : .end)
      case .mediaServicesWereLost: .mediaServicesLost
      case .mediaServicesWereReset: .mediaServicesReset
      case .recordPermissionAnswered(let isGranted): .permissionAnswered(granted: isGranted)
      case .ioReconfigured: .ioReconfigured
      case .outputMuteStateChanged(let isMuted): .outputMuteStateChanged(isMuted: isMuted)
      case .inputMuteStateChanged(let isMuted): .inputMuteStateChanged(isMuted: isMuted)
      }
  }
}

extension SessionNotification.InterruptionReason {
  init(_ reason: InterruptionReason) {
    self =
      switch reason {
      case .anotherSession, .interrupter, .operator: .default
      case .appWasSuspended: .appWasSuspended
      case .builtInMicMuted: .builtInMicMuted
      case .routeDisconnected: .routeDisconnected
      }
  }
}
