// SPDX-License-Identifier: Apache-2.0
// Reads a command line against the command tree. What is unknown is refused, with the nearest known
// word.

internal import Suggestions

/// What a command line asks for.
enum Wish {
  case run(Command.Action, Arguments)
  /// Help on the last command of the path; `isAnswer` says that it was asked for.
  case help(path: [Command], isAnswer: Bool)
  case version
}

/// Finds out what `words` ask for.
func parse(_ words: [String], as root: Command) throws(Failure) -> Wish {
  var parser = Parser(path: [root], words: words[...])
  return try parser.wish()
}

private struct Parser {
  var path: [Command]
  var words: ArraySlice<String>
  var arguments = Arguments()
  var takesOptions = true

  /// The command that the words so far have led to.
  var command: Command { path[path.count - 1] }

  mutating func wish() throws(Failure) -> Wish {
    if words.first == "help" {
      for word in words.dropFirst() { try descend(to: word) }
      return .help(path: path, isAnswer: true)
    }
    while let word = words.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word == "--help" || word == "-h" {
        return .help(path: path, isAnswer: true)
      } else if takesOptions, path.count == 1, word == "--version" {
        return .version
      } else if takesOptions, isOption(word) {
        try takeOption(word)
      } else if !command.subcommands.isEmpty {
        try descend(to: word)
      } else {
        arguments.add(positional: word)
      }
    }
    guard let action = command.action else { return .help(path: path, isAnswer: false) }
    try checkPositionals()
    try checkOptions()
    return .run(action, arguments)
  }

  /// A negative number is a value, with its unit or without: `tarmac set deckA.fader_db -6dB`.
  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let next = word.dropFirst().first else { return false }
    return Double(word) == nil && !next.isNumber && next != "."
  }

  private mutating func descend(to word: String) throws(Failure) {
    guard let next = command.subcommands.first(where: { $0.name == word }) else {
      let known = command.listed.map(\.name)
      let hint = Suggestion.among(known, for: word)
      throw Failure("There is no command '\(word)'; \(hint)", .usage)
    }
    path.append(next)
  }

  private mutating func takeOption(_ word: String) throws(Failure) {
    let parts = word.drop { $0 == "-" }.split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    ).map(String.init)
    let name = parts[0]
    guard word.hasPrefix("--"), let option = command.options.first(where: { $0.name == name })
    else { throw Failure("There is no option \(word)\(hint(forOption: name))", .usage) }
    guard let valueName = option.valueName else {
      guard parts.count == 1 else { throw Failure("--\(name) takes no value.", .usage) }
      return arguments.set(name, to: "")
    }
    guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
      throw Failure("--\(name) needs a value: --\(name) \(valueName).", .usage)
    }
    try check(value, fits: option.value, of: "--\(name)")
    arguments.set(name, to: value)
  }

  private func hint(forOption name: String) -> String {
    guard command.subcommands.isEmpty else {
      return command.hasOption(name) ? " here: it stands after the command" : ""
    }
    let known = command.options.map { "--\($0.name)" } + ["--help"]
    return "; \(Suggestion.among(known, for: "--\(name)"))"
  }

  private func checkPositionals() throws(Failure) {
    let slots = command.positionals
    let given = arguments.positionals
    if given.count < slots.count(where: { !$0.isOptional }) {
      throw misused("\(slots[given.count].name) is missing")
    }
    guard let last = slots.last, last.isRepeated || given.count <= slots.count else {
      guard given.count > slots.count else { return }
      throw misused("'\(given[slots.count])' is too much")
    }
    for (index, word) in given.enumerated() {
      let slot = slots[min(index, slots.count - 1)]
      try check(word, fits: slot.value, of: slot.name)
    }
  }

  private func checkOptions() throws(Failure) {
    for option in command.options where option.isRequired && !arguments.has(option.name) {
      throw misused("--\(option.name) is missing")
    }
  }

  private func check(
    _ word: String,
    fits value: Command.Value,
    of name: String
  ) throws(Failure) {
    guard case .choice(let choices) = value, !choices.contains(word) else { return }
    throw Failure("\(name) is one of \(choices.joined(separator: ", ")), not '\(word)'.", .usage)
  }

  private func misused(_ message: String) -> Failure {
    Failure("\(message): \(command.usage(after: path)).", .usage)
  }
}

extension Command {
  /// Whether this command, or one below it, knows the option.
  fileprivate func hasOption(_ name: String) -> Bool {
    options.contains { $0.name == name } || subcommands.contains { $0.hasOption(name) }
  }
}
