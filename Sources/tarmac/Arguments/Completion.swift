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
      + command.listed.flatMap { nodes($0, after: here) }
  }

  /// For bash: finds the command so far and the place in it, then offers what can be written there.
  static func bash(for root: Command) -> String {
    let valued = nodes(root).flatMap(\.command.options).filter { $0.valueName != nil }
    let options = Set(valued.map { "--\($0.name)" }).sorted().joined(separator: " | ")
    return """
      # bash completion for \(root.name), written by "\(root.name) completion bash".
      _\(root.name)_live() {
        local live
        mapfile -t live < <(\(root.name) complete "${rig[@]}" "$1" -- "$current" 2>/dev/null)
        COMPREPLY+=("${live[@]}")
      }
      _\(root.name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local path=\(root.name) words="" word before="" place=0 rig=()
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case " \(groups(root).joined(separator: " | ")) " in
            *" $path $word "*) path="$path $word" ;;
            *)
              case $before in
                --name) rig=(--name "$word") ;;
                \(options)) ;;
                *) case $word in -* | =) ;; *) place=$((place + 1)) ;; esac ;;
              esac ;;
          esac
          [ "$word" = = ] || before=$word
        done
        COMPREPLY=()
        case "$path" in
      \(nodes(root).map(bashCase).joined())  esac
        COMPREPLY+=($(compgen -W "$words" -- "$current"))
      }
      complete -o filenames -F _\(root.name) \(root.name)

      """
  }

  private static func bashCase(_ node: Node) -> String {
    let command = node.command
    var text = "    \"\(node.path.joined(separator: " "))\")\n"
    for option in command.options where option.valueName != nil {
      text += "      [ \"$previous\" = --\(option.name) ] && { \(bash(option.value)); return; }\n"
    }
    let words = command.listed.map(\.name) + command.options.map { "--\($0.name)" } + ["--help"]
    text += "      words=\"\(words.joined(separator: " "))\"\n"
    for (place, slot) in command.positionals.enumerated() {
      if case .text = slot.value { continue }
      let comparison = slot.isRepeated ? "-ge" : "-eq"
      text += "      [ $place \(comparison) \(place) ] && \(bash(slot.value))\n"
    }
    return text + "      ;;\n"
  }

  /// For fish: one line for each word, with its summary.
  static func fish(for root: Command) -> String {
    var lines = [
      "# fish completion for \(root.name), written by \"\(root.name) completion fish\".",
      """
      function __tarmac_live
        set -l words (commandline -opc)
        set -l rig
        set -l at (contains -i -- --name $words)
        and set rig --name $words[(math $at + 1)]
        \(root.name) complete $rig $argv[1] -- (commandline -ct) 2>/dev/null
      end
      """,
      "complete -c \(root.name) -f",
    ]
    for node in nodes(root) {
      let condition = fishCondition(node)
      let start = "complete -c \(root.name) -n '\(condition)'"
      for next in node.command.listed {
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
        case .live(let word): lines.append("\(start) -a '(__tarmac_live \(word.rawValue))'")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The paths of all commands but the root.
  private static func groups(_ root: Command) -> [String] {
    nodes(root).dropFirst().map { $0.path.joined(separator: " ") }
  }

  private static func bash(_ value: Command.Value) -> String {
    switch value {
    case .text: "COMPREPLY=()"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directory: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .choice(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .live(let word): "_tarmac_live \(word.rawValue)"
    }
  }

  /// What an option takes: `-x` and nothing else, `-r` and files besides.
  private static func fish(_ value: Command.Value) -> String {
    switch value {
    case .text: " -x"
    case .file: " -r -F"
    case .directory: " -x -a '(__fish_complete_directories)'"
    case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
    case .live(let word): " -x -a '(__tarmac_live \(word.rawValue))'"
    }
  }

  private static func fishCondition(_ node: Node) -> String {
    let words = node.path.dropFirst()
    var conditions = words.map { "__fish_seen_subcommand_from \($0)" }
    let next = node.command.listed.map(\.name)
    if !next.isEmpty {
      conditions.append("not __fish_seen_subcommand_from \(next.joined(separator: " "))")
    }
    return conditions.joined(separator: "; and ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
