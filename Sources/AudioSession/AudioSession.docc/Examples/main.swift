// SPDX-License-Identifier: Apache-2.0
// A music player that uses its audio session, with the commands `play`, `pause` and `quit` on the
// standard input.

internal import AudioSession
internal import Foundation

let player = MusicPlayer()
player.observeInterruptions()
player.observeRouteChanges()
player.observeOthers()
player.prepare()
while let command = readLine() {
  switch command {
  case "play": player.play()
  case "pause": player.pause()
  case "quit": exit(0)
  default: say("play, pause or quit?")
  }
}
