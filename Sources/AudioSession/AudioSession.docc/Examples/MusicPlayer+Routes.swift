// SPDX-License-Identifier: Apache-2.0
// What to do when the headphones are pulled: pause, so that the room does not hear it.

internal import AudioSession
internal import Foundation

extension MusicPlayer {
  /// Watches the route: it pauses when the headphones are pulled, and keeps playing when they are
  /// plugged in.
  func observeRouteChanges() {
    observe(AVAudioSession.routeChangeNotification) { player, notification in
      guard let info = notification.userInfo,
        let reasonValue = info[AVAudioSessionRouteChangeReasonKey] as? UInt,
        let reason = AVAudioSession.RouteChangeReason(rawValue: reasonValue)
      else { return }
      let previous =
        info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      let before = previous?.outputs.map(\.portName).joined(separator: ", ") ?? ""
      let now = player.session.currentRoute.outputs.map(\.portName).joined(separator: ", ")
      say("route changed (\(reason)) from \(before) to \(now)")
      let hadHeadphones = previous?.outputs.contains { $0.portType == .headphones } ?? false
      if reason == .oldDeviceUnavailable, hadHeadphones, player.isPlaying { player.pause() }
    }
  }
}
