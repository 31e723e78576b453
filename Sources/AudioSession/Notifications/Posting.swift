// SPDX-License-Identifier: Apache-2.0
// Turns the host's notifications into Apple's.

import ControlProtocol
import Foundation

extension SessionNotification {
  /// Posts the corresponding notifications of Apple's API, if there are any.
  ///
  /// > Threading: Worker. One after the other, in their order.
  func post(of session: AVAudioSession, to center: NotificationCenter) {
    if case .inputMuteStateChanged(let isMuted) = self {
      return session.application.post(isInputMuted: isMuted, to: center)
    }
    for (name, info) in [notification(of: session), lifecycle].compactMap(\.self) {
      center.post(name: name, object: session, userInfo: info)
    }
  }

  /// The notification of activity or of the hint to resume, which is posted in addition or instead
  /// (ANC-INT-06).
  private var lifecycle: (Notification.Name, [AnyHashable: Any])? {
    switch self {
    case .didActivate: (AVAudioSession.didBecomeActiveNotification, [:])
    case .didDeactivate(let source):
      Self.inactive(AVAudioSession.DeactivationContext(source == .app ? .app : .system))
    case .interruptionBegan(let reason, _, let wasSuspended, _):
      Self.inactive(
        AVAudioSession.DeactivationContext(
          .system,
          AVAudioSession.InterruptionContext(
            wasSuspended ? .appWasSuspended : AVAudioSession.InterruptionReason(reason)
          )
        )
      )
    case .interruptionEnded(let shouldResume):
      (
        AVAudioSession.resumptionRecommendationNotification,
        [
          AVAudioSession.resumptionContextKey: AVAudioSession.ResumptionContext(
            shouldResume ? .shouldResume : .shouldNotResume
          )
        ]
      )
    default: nil
    }
  }

  private static func inactive(
    _ context: AVAudioSession.DeactivationContext
  ) -> (Notification.Name, [AnyHashable: Any]) {
    (
      AVAudioSession.didBecomeInactiveNotification,
      [AVAudioSession.deactivationContextKey: context]
    )
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
      // The ports are the same, but they run with other values.
      return (
        AVAudioSession.routeChangeNotification,
        [
          AVAudioSessionRouteChangeReasonKey:
            AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue,
          AVAudioSessionRouteChangePreviousRouteKey: session.currentRoute,
        ]
      )
    case .outputVolumeChanged(let volume):
      return (
        AVAudioSession.outputVolumeChangeNotification,
        [AVAudioSessionOutputVolumeKey: Float(volume)]
      )
    case .promptStyleChanged(let word):
      guard let style = AVAudioSession.PromptStyle(word: word) else { return nil }
      return (
        AVAudioSession.promptStyleChangeNotification,
        [AVAudioSessionPromptStyleKey: style.rawValue]
      )
    case .didActivate, .didDeactivate, .permissionAnswered, .inputMuteStateChanged:
      return nil
    }
  }
}
