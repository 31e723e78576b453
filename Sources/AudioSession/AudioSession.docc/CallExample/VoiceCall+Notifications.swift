// SPDX-License-Identifier: Apache-2.0
// Prints the notifications that a call gets, with their reasons; interruptions are posted as well.

internal import AudioSession
internal import Foundation

extension VoiceCall {
  /// Prints each notification.
  func observe() {
    observe(AVAudioSession.didBecomeActiveNotification) { _ in "active" }
    observe(AVAudioSession.didBecomeInactiveNotification) { info in
      let key = AVAudioSession.deactivationContextKey
      guard let context = info[key] as? AVAudioSession.DeactivationContext else { return "?" }
      let reason = context.interruptionContext.map { ", \($0.reason)" } ?? ""
      return "inactive by \(context.source)\(reason)"
    }
    observe(AVAudioSession.resumptionRecommendationNotification) { info in
      let key = AVAudioSession.resumptionContextKey
      guard let context = info[key] as? AVAudioSession.ResumptionContext else { return "?" }
      return "\(context.recommendation)"
    }
    observe(AVAudioSession.interruptionNotification) { info in
      let type = (info[AVAudioSessionInterruptionTypeKey] as? UInt)
        .flatMap(AVAudioSession.InterruptionType.init(rawValue:))
      return "interruption \(type == .began ? "began" : "ended")"
    }
    observe(AVAudioSession.routeChangeNotification) { info in
      let reason = (info[AVAudioSessionRouteChangeReasonKey] as? UInt)
        .flatMap(AVAudioSession.RouteChangeReason.init(rawValue:))
      let previous =
        info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      let before = previous?.outputs.map(\.portName).joined(separator: ", ") ?? ""
      return "route \(reason ?? .unknown), was \(before)"
    }
    observe(AVAudioApplication.inputMuteStateChangeNotification, of: AVAudioApplication.shared) {
      info in
      "input \(info[AVAudioApplication.muteStateKey] as? Bool == true ? "muted" : "heard")"
    }
    observe(AVAudioSession.outputVolumeChangeNotification) { info in
      "volume \(info[AVAudioSessionOutputVolumeKey] as? Float ?? 0)"
    }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in "media services lost" }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [self] _ in
      prepare()
      return "media services reset"
    }
  }

  /// Prints what `words` makes of each notification, for as long as the program runs.
  private func observe(
    _ name: Notification.Name,
    of object: (any AnyObject)? = nil,
    _ words: @escaping @Sendable ([AnyHashable: Any]) -> String
  ) {
    _ = NotificationCenter.default.addObserver(
      forName: name,
      object: object ?? session,
      queue: nil
    ) { say("told: \(words($0.userInfo ?? [:]))") }
  }
}
