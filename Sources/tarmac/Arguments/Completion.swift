// SPDX-License-Identifier: Apache-2.0
// Shell completions, made from the command tree.

/// Writes completion scripts.
enum Completion {
  /// A command with the words that lead to it.
  private struct Node {
    var path: [String]
    var command: Command
  }

  private static func nodes(_ command: Command, after path: [String] = []) -> [Node] {
    let here = path + [command.name]
    return [Node(path: here, command: command)]
      + command.subcommands.flatMap { nodes($0, after: here) }
  }

  /// For bash: the command so far is found in the line, then its words are offered.
  static func bash(for root: Command) -> String {
    var cases = ""
    for node in nodes(root) {
      let path = node.path.joined(separator: " ")
      let words = offered(by: node.command)
      cases += "    \"\(path)\")\n"
      for option in node.command.options where option.valueName != nil {
        cases +=
          "      [ \"$previous\" = --\(option.name) ] && { \(bash(option.value)); return; }\n"
      }
      cases += "      words=\"\(words.joined(separator: " "))\"\n"
      if node.command.positionals.contains(where: { $0.value.isPath }) {
        cases += "      COMPREPLY=($(compgen -f -- \"$current\"))\n"
      }
      cases += "      ;;\n"
    }
    return """
      # bash completion for \(root.name), written by "\(root.name) completion bash".
      _\(root.name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local path=\(root.name) words="" word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case " \(groups(root).joined(separator: " | ")) " in *" $path $word "*) path="$path $word" ;; esac
        done
        COMPREPLY=()
        case "$path" in
      \(cases)  esac
        COMPREPLY+=($(compgen -W "$words" -- "$current"))
      }
      complete -o filenames -F _\(root.name) \(root.name)

      """
  }

  /// For fish: one line for each word, with its summary.
  static func fish(for root: Command) -> String {
    var lines = [
      "# fish completion for \(root.name), written by \"\(root.name) completion fish\".",
      "complete -c \(root.name) -f",
    ]
    for node in nodes(root) {
      let condition = fishCondition(node)
      let start = "complete -c \(root.name) -n '\(condition)'"
      for next in node.command.subcommands {
        lines.append("\(start) -a \(next.name) -d \(quoted(next.summary))")
      }
      for option in node.command.options {
        var line = "\(start) -l \(option.name) -d \(quoted(option.summary))"
        if option.valueName != nil { line += fish(option.value) }
        lines.append(line)
      }
      for slot in node.command.positionals {
        switch slot.value {
        case .text: break
        case .file, .directory: lines.append("\(start) -F")
        case .choice(let words): lines.append("\(start) -a \(quoted(words.joined(separator: " ")))")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The paths of all commands but the root.
  private static func groups(_ root: Command) -> [String] {
    nodes(root).dropFirst().map { $0.path.joined(separator: " ") }
  }

  private static func offered(by command: Command) -> [String] {
    var words = command.subcommands.map(\.name)
    for slot in command.positionals {
      if case .choice(let choices) = slot.value { words += choices }
    }
    return words + command.options.map { "--\($0.name)" } + ["--help"]
  }

  private static func bash(_ value: Command.Value) -> String {
    switch value {
    case .text: "COMPREPLY=()"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directory: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .choice(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    }
  }

  /// What an option takes: `-x` and nothing else, `-r` and files besides.
  private static func fish(_ value: Command.Value) -> String {
    switch value {
    case .text: " -x"
    case .file: " -r -F"
    case .directory: " -x -a '(__fish_complete_directories)'"
    case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private static func fishCondition(_ node: Node) -> String {
    let words = node.path.dropFirst()
    var conditions = words.map { "__fish_seen_subcommand_from \($0)" }
    let next = node.command.subcommands.map(\.name)
    if !next.isEmpty {
      conditions.append("not __fish_seen_subcommand_from \(next.joined(separator: " "))")
    }
    return conditions.joined(separator: "; and ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}

extension Command.Value {
  fileprivate var isPath: Bool {
    switch self {
    case .file, .directory: true
    case .text, .choice: false
    }
  }
}
