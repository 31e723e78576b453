// SPDX-License-Identifier: Apache-2.0
// A call that uses its audio session, with the commands `call`, `hang up`, `mute`, `unmute`,
// `speaker`, `ear` and `quit` on the standard input.

internal import AudioSession
internal import Foundation

let call = VoiceCall()
call.open()
call.observe()
call.prepare()
while let command = readLine() {
  switch command {
  case "call": await call.begin()
  case "hang up": await call.end()
  case "mute": call.mute(true)
  case "unmute": call.mute(false)
  case "speaker": call.useSpeaker(true)
  case "ear": call.useSpeaker(false)
  case "quit": exit(0)
  default: say("call, hang up, mute, unmute, speaker, ear or quit?")
  }
}
