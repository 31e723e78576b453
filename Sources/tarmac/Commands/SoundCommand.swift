// SPDX-License-Identifier: Apache-2.0
// `tarmac sound`: a click or a beep that is no session's.

internal import ControlProtocol

enum SoundCommand {
  static let command = Command(
    name: "sound",
    summary: "Plays a system sound of the preset.",
    details: """
      System sounds are under "system_sounds" in the preset. They interrupt nobody; while a session
      records or an interrupter lasts they are refused.
      """,
    positionals: [
      Command.Positional(name: "SOUND", summary: "The name of a sound.", value: .live(.sounds))
    ],
    options: [.host],
    examples: [Command.Example(line: "tarmac sound beep", meaning: "Is anybody listening?")],
    action: { arguments throws(Failure) in
      _ = try arguments.send(SystemSoundRequest(name: arguments.positionals[0]))
    }
  )
}
