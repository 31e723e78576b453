// SPDX-License-Identifier: Apache-2.0
// Completions for zsh, in zsh's own terms: each word is offered with its summary.

extension Completion {
  /// For zsh: a function for each command; the function of a group calls those of its commands.
  static func zsh(for root: Command) -> String {
    let name = "_\(root.name)"
    return """
      #compdef \(root.name)
      # zsh completion for \(root.name), written by "\(root.name) completion zsh".

      \(functions(of: root, named: name).joined(separator: "\n"))
      # What the running rig has; the last word says of what kind.
      \(name)_live() {
        local at=${words[(i)--name]}
        local -a rig live
        (( at < $#words )) && rig=(--name ${words[at + 1]})
        live=(${(f)"$(\(root.name) complete $rig $@[-1] -- "${(Q)PREFIX}" 2>/dev/null)"})
        compadd "${@[1,-2]}" -a live
      }

      # Found by its name in $fpath, this file is the function; read by `source`, it says which function completes.
      if [[ $funcstack[1] == \(name) ]]; then
        \(name) "$@"
      else
        compdef \(name) \(root.name)
      fi

      """
  }

  private static func functions(of command: Command, named name: String) -> [String] {
    let own = command.subcommands.isEmpty ? leaf(command, name) : group(command, name)
    return [own] + command.listed.flatMap { functions(of: $0, named: "\(name)_\($0.name)") }
  }

  private static func group(_ command: Command, _ name: String) -> String {
    let commands = command.listed.map { next in
      "        \(quoted(escaped(next.name) + ":" + next.summary))\n"
    }
    let branches = command.listed.map { next in
      "        \(next.name)) \(name)_\(next.name) ;;\n"
    }
    return """
      \(name)() {
        local context state state_descr line
        typeset -A opt_args
        _arguments -C \(options(of: command).joined(separator: " ")) '1: :->command' '*:: :->rest'
        case $state in
          command)
            local -a commands=(
      \(commands.joined())      )
            _describe -t commands 'command' commands ;;
          rest)
            case $words[1] in
      \(branches.joined())      esac ;;
        esac
      }

      """
  }

  private static func leaf(_ command: Command, _ name: String) -> String {
    let positionals = command.positionals.enumerated().map { index, slot in
      let number = slot.isRepeated ? "*" : "\(index + 1)"
      return quoted("\(number):\(escaped(slot.name)):\(completer(slot.value))")
    }
    let words = options(of: command) + positionals
    return """
      \(name)() {
        _arguments \(words.joined(separator: " \\\n    "))
      }

      """
  }

  private static func options(of command: Command) -> [String] {
    let own = command.options.map { option in
      let summary = "[\(escaped(option.summary))]"
      guard let value = option.valueName else { return quoted("--\(option.name)\(summary)") }
      let rest = "\(escaped(value)):\(completer(option.value))"
      return quoted("--\(option.name)=\(summary):\(rest)")
    }
    return own + [quoted("--help[Says how it is used.]")]
  }

  private static func completer(_ value: Command.Value) -> String {
    switch value {
    case .text: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .live(let word): "_tarmac_live \(word.rawValue)"
    }
  }

  /// Escapes the characters that are special to `_arguments` and `_describe`.
  private static func escaped(_ text: String) -> String {
    text.map { ":[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
