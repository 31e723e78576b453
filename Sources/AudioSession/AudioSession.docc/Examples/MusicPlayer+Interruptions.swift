// SPDX-License-Identifier: Apache-2.0
// What to do at the beginning and at the end of an interruption.

internal import AudioSession
internal import Foundation

extension MusicPlayer {
  /// Watches interruptions: at the beginning the sound is gone already, at the end the hint says
  /// whether to go on.
  func observeInterruptions() {
    observe(AVAudioSession.interruptionNotification) { player, notification in
      guard let info = notification.userInfo,
        let typeValue = info[AVAudioSessionInterruptionTypeKey] as? UInt,
        let type = AVAudioSession.InterruptionType(rawValue: typeValue)
      else { return }
      switch type {
      case .began:
        player.stopped()
        say("interruption began")
      case .ended:
        let optionsValue = info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
        let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
        guard options.contains(.shouldResume) else { return say("interruption ended") }
        say("interruption ended, resuming")
        player.play()
      }
    }
  }

  /// Watches the sound server: when it is back, everything has to be set again.
  func observeOthers() {
    observe(AVAudioSession.mediaServicesWereLostNotification) { player, _ in
      player.stopped()
      say("media services lost")
    }
    observe(AVAudioSession.mediaServicesWereResetNotification) { player, _ in
      say("media services reset")
      player.prepare()
    }
    observe(AVAudioSession.silenceSecondaryAudioHintNotification) { _, notification in
      let value = notification.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt
      let type = value.flatMap(AVAudioSession.SilenceSecondaryAudioHintType.init(rawValue:))
      say("secondary audio hint \(type == .begin ? "begin" : "end")")
    }
  }

  /// Calls `react` for each notification of the session.
  func observe(
    _ name: Notification.Name,
    _ react: @escaping @Sendable (MusicPlayer, Notification) -> Void
  ) {
    // The player lasts as long as the program, and so does the observation.
    _ = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
      notification in react(self, notification)
    }
  }
}
