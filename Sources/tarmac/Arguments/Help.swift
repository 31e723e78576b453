// SPDX-License-Identifier: Apache-2.0
// Help texts, made from the command tree.

/// The help on the last command of `path`.
func helpText(for path: [Command]) -> String {
  guard let command = path.last else { return "" }
  var sections = ["\(command.summary)\n", "Usage: \(command.usage(after: path))\n"]
  if !command.details.isEmpty { sections.append(command.details + "\n") }
  if !command.subcommands.isEmpty {
    sections.append(list("Commands", command.listed.map { ($0.name, $0.summary) }))
  }
  if !command.positionals.isEmpty {
    sections.append(list("Arguments", command.positionals.map { ($0.name, $0.text) }))
  }
  var options = command.options.map { ($0.usage, $0.text) } + [("--help", "Shows this help.")]
  if path.count == 1 { options.append(("--version", "Shows the version.")) }
  sections.append(list("Options", options))
  if !command.examples.isEmpty {
    sections.append(list("Examples", command.examples.map { ($0.line, $0.meaning) }))
  }
  if !command.subcommands.isEmpty {
    let title = path.map(\.name).joined(separator: " ")
    sections.append("\(title) COMMAND --help explains a command.\n")
  }
  return sections.joined(separator: "\n")
}

/// A list with a heading, in two columns; an entry too wide for the first has a line of its own.
private func list(_ title: String, _ entries: [(String, String)]) -> String {
  let widest = 30
  let width = entries.map { $0.0.count <= widest ? $0.0.count : 0 }.max() ?? 0
  let lines = entries.map { entry, text in
    entry.count <= widest
      ? "  \(entry)\(spaces(width - entry.count + 2))\(text)"
      : "  \(entry)\n\(spaces(width + 4))\(text)"
  }
  return "\(title):\n\(lines.joined(separator: "\n"))\n"
}

extension Command {
  /// How the command is written, in one line.
  func usage(after path: [Command]) -> String {
    var words = path.map(\.name)
    if !subcommands.isEmpty { words.append("COMMAND") }
    words += positionals.map(\.usage)
    words += options.filter(\.isRequired).map(\.usage)
    words += options.filter { !$0.isRequired }.map { "[\($0.usage)]" }
    return words.joined(separator: " ")
  }
}

extension Command.Positional {
  var usage: String {
    let word = isRepeated ? "\(name)…" : name
    return isOptional ? "[\(word)]" : word
  }

  var text: String { value.explained(summary) }
}

extension Command.Option {
  var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }

  var text: String { value.explained(summary) }
}

extension Command.Value {
  fileprivate func explained(_ summary: String) -> String {
    guard case .choice(let choices) = self else { return summary }
    return "\(summary) One of \(choices.joined(separator: ", "))."
  }
}
