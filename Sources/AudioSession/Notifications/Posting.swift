// SPDX-License-Identifier: Apache-2.0
// What the host tells becomes a notification.

import ControlProtocol
import Foundation

extension SessionNotification {
  /// Posts the notification that says the same; what has none in Apple's API is not posted.
  ///
  /// > Threading: Worker. One after the other, in the order in which they came about.
  func post(of session: AVAudioSession, to center: NotificationCenter) {
    guard let (name, info) = notification(of: session) else { return }
    center.post(name: name, object: session, userInfo: info)
  }

  private func notification(
    of session: AVAudioSession
  ) -> (Notification.Name, [AnyHashable: Any])? {
    switch self {
    case .interruptionBegan(let reason, _, let wasSuspended, _):
      let reason = wasSuspended ? .appWasSuspended : AVAudioSession.InterruptionReason(reason)
      return (
        AVAudioSession.interruptionNotification,
        [
          AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.began.rawValue,
          AVAudioSessionInterruptionReasonKey: reason.rawValue,
          AVAudioSessionInterruptionWasSuspendedKey: wasSuspended,
        ]
      )
    case .interruptionEnded(let shouldResume):
      let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
      return (
        AVAudioSession.interruptionNotification,
        [
          AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue,
          AVAudioSessionInterruptionOptionKey: options.rawValue,
        ]
      )
    case .routeChanged(let reason, let inputs, let outputs):
      return (
        AVAudioSession.routeChangeNotification,
        [
          AVAudioSessionRouteChangeReasonKey: AVAudioSession.RouteChangeReason(reason).rawValue,
          AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(
            inputs: inputs,
            outputs: outputs
          ),
        ]
      )
    case .silenceSecondaryAudioHint(let type):
      let type: AVAudioSession.SilenceSecondaryAudioHintType = type == .begin ? .begin : .end
      return (
        AVAudioSession.silenceSecondaryAudioHintNotification,
        [AVAudioSessionSilenceSecondaryAudioHintTypeKey: type.rawValue]
      )
    case .mediaServicesLost: return (AVAudioSession.mediaServicesWereLostNotification, [:])
    case .mediaServicesReset: return (AVAudioSession.mediaServicesWereResetNotification, [:])
    case .availableInputsChanged, .inputAvailabilityChanged:
      return (AVAudioSession.availableInputsChangeNotification, [:])
    case .outputMuteStateChanged(let isMuted):
      return (
        AVAudioSession.outputMuteStateChangeNotification, [AVAudioSessionMuteStateKey: isMuted]
      )
    case .ioReconfigured:
      // The ports are what they were; how they run is not.
      return (
        AVAudioSession.routeChangeNotification,
        [
          AVAudioSessionRouteChangeReasonKey:
            AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue,
          AVAudioSessionRouteChangePreviousRouteKey: session.currentRoute,
        ]
      )
    case .didActivate, .didDeactivate, .permissionAnswered: return nil
    }
  }
}
