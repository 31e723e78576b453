// SPDX-License-Identifier: Apache-2.0
// `tarmac completion`: what shells offer when Tab is pressed.

enum CompletionCommand {
  static let command: Command = Command(
    name: "completion",
    summary: "Writes the completions for a shell.",
    details: "\"make install\" puts them where the shells look.",
    positionals: [
      Command.Positional(
        name: "SHELL",
        summary: "The shell.",
        value: .choice(["bash", "zsh", "fish"])
      )
    ],
    examples: [
      Command.Example(
        line: "tarmac completion bash > tarmac.bash",
        meaning: "What a shell reads at its start."
      ),
      Command.Example(
        line: "source <(tarmac completion bash)",
        meaning: "Completions for this shell only."
      ),
    ],
    action: { arguments throws(Failure) in
      switch arguments.positionals[0] {
      case "bash": Terminal.write(Completion.bash(for: .tarmac))
      case "zsh": Terminal.write(Completion.zsh(for: .tarmac))
      default: Terminal.write(Completion.fish(for: .tarmac))
      }
    }
  )
}
