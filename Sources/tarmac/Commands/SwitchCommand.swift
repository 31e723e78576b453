// SPDX-License-Identifier: Apache-2.0
// `tarmac switch`: the switches of the rig.

internal import ControlProtocol

enum SwitchCommand {
  private static let names: [(word: String, name: SwitchRequest.Name)] = [
    ("silent", .silent), ("lock", .lock), ("microphone", .microphone),
    ("do-not-interrupt", .doNotInterrupt),
  ]

  static let command = Command(
    name: "switch",
    summary: "Turns a switch of the rig on or off.",
    details: """
      silent            mutes sessions that obey it; their time runs on
      lock              holds sessions that obey it where they are
      microphone        cuts all microphones off: interrupts sessions that hear one, or gives exact zeros to those that asked for that
      do-not-interrupt  keeps ringing and the assistant from interrupting
      Sessions are not told of silent and lock, and are exactly as before when they are off again.
      """,
    positionals: [
      Command.Positional(
        name: "SWITCH",
        summary: "Which one.",
        value: .choice(names.map(\.word))
      ),
      Command.Positional(name: "STATE", summary: "on or off.", value: .choice(["on", "off"])),
    ],
    options: [
      Command.Option(
        name: "by",
        summary: "The operator's name, for the log.",
        valueName: "OPERATOR"
      ),
      .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac switch silent on", meaning: "Mute what is not essential."),
      Command.Example(line: "tarmac switch silent off", meaning: "And let it sound again."),
      Command.Example(line: "tarmac switch lock on", meaning: "The curtain is down."),
      Command.Example(line: "tarmac switch lock off", meaning: "And up."),
    ],
    action: { arguments throws(Failure) in
      let word = arguments.positionals[0]
      guard let name = names.first(where: { $0.word == word })?.name else { return }
      let switches = try arguments.send(
        SwitchRequest(
          name: name,
          isOn: arguments.positionals[1] == "on",
          operatorName: arguments.value("by")
        )
      )
      guard !arguments.has("json") else { return try writeJSON(switches) }
      Terminal.write("\(StatusReport.switches(switches) ?? "All switches are off")\n")
    }
  )
}
