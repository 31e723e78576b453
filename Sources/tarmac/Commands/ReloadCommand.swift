// SPDX-License-Identifier: Apache-2.0
// `tarmac reload`: another preset without stopping.

internal import ControlProtocol

enum ReloadCommand {
  static let command = Command(
    name: "reload",
    summary: "Reads the preset again, or another one; a wrong preset leaves the rig as it was.",
    positionals: [
      Command.Positional(
        name: "PRESET",
        summary: "The preset to load (default: the one that is running).",
        value: .file,
        isOptional: true
      )
    ],
    options: [.host],
    examples: [
      Command.Example(line: "tarmac reload", meaning: "After editing the preset."),
      Command.Example(
        line: "tarmac reload presets/announcer.yaml",
        meaning: "Go on with another one …"
      ),
      Command.Example(
        line: "tarmac reload presets/dj.yaml",
        meaning: "… and with the first again."
      ),
    ],
    action: { arguments throws(Failure) in
      let request = ReloadRequest(preset: arguments.positional(0).map(absolutePath))
      _ = try arguments.send(request, expectsLines: true)
    }
  )
}
