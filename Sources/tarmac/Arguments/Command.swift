// SPDX-License-Identifier: Apache-2.0
// The tree of commands as values: the parser, the help texts and the shell completions all read it.

/// A command, or a group of commands.
struct Command: Sendable {
  /// Carries a command out.
  typealias Action = @Sendable (Arguments) async throws(Failure) -> Void

  /// The word to type.
  var name: String
  /// One line, for the list of the group.
  var summary: String
  /// Further details for the help.
  var details = ""
  var positionals: [Positional] = []
  var options: [Option] = []
  var examples: [Example] = []
  var subcommands: [Command] = []
  /// Whether it is only for programs: neither the help nor completions list it.
  var isHidden = false
  /// What to do; `nil` for a group.
  var action: Action?

  /// An argument without a name on the command line.
  struct Positional: Sendable {
    /// The name in capitals, as the help shows it.
    var name: String
    var summary: String
    var value = Value.text
    var isOptional = false
    /// Whether it takes all that follows; only the last one may.
    var isRepeated = false
  }

  /// An argument that is named with `--`.
  struct Option: Sendable {
    /// The name without the dashes.
    var name: String
    var summary: String
    /// The name of its value in capitals; `nil` for a flag.
    var valueName: String?
    var value = Value.text
    var isRequired = false
  }

  /// What may be written in a place; completions offer it.
  enum Value: Sendable {
    case text
    case file
    case directory
    case choice([String])
    /// A word that the running rig knows.
    case live(LiveWord)
  }

  /// The subcommands that the help lists.
  var listed: [Command] { subcommands.filter { !$0.isHidden } }

  /// A line to try.
  struct Example: Sendable {
    var line: String
    var meaning: String
  }
}

/// What was written on the command line for one command.
struct Arguments: Sendable {
  fileprivate(set) var positionals: [String] = []
  fileprivate var values: [String: String] = [:]

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The value of an option.
  func value(_ option: String) -> String? { values[option] }

  /// The positional at `index`, if it was written.
  func positional(_ index: Int) -> String? {
    positionals.indices.contains(index) ? positionals[index] : nil
  }

  mutating func add(positional: String) { positionals.append(positional) }

  mutating func set(_ option: String, to value: String) { values[option] = value }
}
