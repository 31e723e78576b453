// SPDX-License-Identifier: Apache-2.0
// `tarmac demo`: audio to try a rig with.

import DemoAudio
internal import Host
internal import RigErrors

enum DemoCommand {
  static let command = Command(
    name: "demo",
    summary: "Writes demo audio: two short musical loops and a spoken-like announcement.",
    positionals: [
      Command.Positional(
        name: "DIR",
        summary: "The folder for the files; it is made when missing.",
        value: .directory
      )
    ],
    examples: [
      Command.Example(
        line: "tarmac demo presets/demo",
        meaning: "What the presets that come with Tarmac play."
      )
    ],
    action: { arguments throws(Failure) in
      do throws(RigError) {
        let files = try DemoAudio.write(to: arguments.positionals[0])
        Terminal.write(files.map { $0.shown + "\n" }.joined())
      } catch {
        throw Failure(error)
      }
    }
  )
}
