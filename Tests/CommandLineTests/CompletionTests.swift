// SPDX-License-Identifier: Apache-2.0
// What shells offer.

internal import Foundation
import Testing

@Suite("Completions")
struct CompletionTests {
  /// Lines, and all words that may follow them.
  static let lines: [(String, [String])] = [
    ("tarmac se", ["session", "set"]),
    ("tarmac permission ", ["grant", "deny", "forget", "--help"]),
    ("tarmac session d", ["deactivate"]),
    ("tarmac session deactivate --q", ["--quietly"]),
    ("tarmac run x.yaml --server ", ["auto", "attach", "start", "none"]),
    ("tarmac interrupt begin a", ["alarm", "assistant"]),
    ("tarmac completion f", ["fish"]),
    ("tarmac plugins check --jobs ", []),
  ]

  @Test("bash offers what can stand there", arguments: lines)
  func bash(_ line: String, _ expected: [String]) async throws {
    let script = try await Tool.tarmac("completion", "bash")
    #expect(script.status == 0)
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let asks = """
      \(script.output)
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _tarmac
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let offered = try await offered { folder in
      try await Tool.run("/bin/bash", ["-c", asks], folder: folder)
    }
    #expect(offered == Set(expected))
  }

  /// Where `tarmac` is the program under test, which scripts ask what a rig has.
  private static let path = "\(Tool.tarmac.dropLast("/tarmac".count)):/usr/bin:/bin"

  /// zsh and fish offer options once a dash is there.
  private func besideOptions(_ words: some Sequence<String>) -> Set<String> {
    Set(words).subtracting(["--help"])
  }

  @Test("zsh offers it where its files lie, and where the script is read", arguments: lines)
  func zsh(_ line: String, _ expected: [String]) async throws {
    let script = try await Tool.tarmac("completion", "zsh").output
    for isInstalled in [true, false] {
      let offered = try await offered { folder in
        let target = folder.appending(path: isInstalled ? "_tarmac" : "script")
        try Data(script.utf8).write(to: target)
        try Data(Self.zshThatListens.utf8).write(to: folder.appending(path: "listening"))
        return try await Tool.run(
          "/usr/bin/zsh",
          ["-f", "-c", Self.zshThatAsks],
          environment: ["FOLDER": folder.path, "LINE": line],
          folder: folder
        )
      }
      #expect(
        besideOptions(offered) == besideOptions(expected),
        "\(isInstalled ? "installed" : "read by source")"
      )
    }
  }

  @Test("fish offers it", arguments: lines)
  func fish(_ line: String, _ expected: [String]) async throws {
    let script = try await Tool.tarmac("completion", "fish").output
    let offered = try await offered { folder in
      try Data(script.utf8).write(to: folder.appending(path: "script"))
      return try await Tool.run(
        "/usr/bin/fish",
        ["--no-config", "-c", "source script; complete --do-complete \"$LINE\" | cut -f 1"],
        environment: ["HOME": folder.path, "LINE": line, "PATH": Self.path],
        folder: folder
      )
    }
    #expect(besideOptions(offered) == besideOptions(expected))
  }

  @Test("every command is in every script", arguments: ["bash", "zsh", "fish"])
  func complete(_ shell: String) async throws {
    let script = try await Tool.tarmac("completion", shell).output
    let help = try await Tool.tarmac("--help").output
    for command in HelpTests.commands(in: help) {
      #expect(script.contains(" \(command)"), "\(command)")
    }
    if shell == "zsh" { #expect(script.hasPrefix("#compdef tarmac\n")) }
    if shell == "fish" {
      let lines = script.split(separator: "\n").drop { $0 != "end" }.dropFirst()
      #expect(lines.count > 50 && lines.allSatisfy { $0.hasPrefix("complete -c tarmac ") })
    }
  }

  /// What a shell has offered, a word on each line, without a complaint.
  private func offered(
    _ body: (URL) async throws -> Outcome
  ) async throws -> Set<String> {
    let outcome = try await Tool.withTemporaryFolder(body)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return Set(outcome.output.split(whereSeparator: \.isNewline).map(String.init))
  }

  /// Has a zsh with a terminal look what it offers for `$LINE`.
  private static let zshThatAsks = """
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "source $FOLDER/listening"
    while zpty -r shell words; do :; done
    cat $FOLDER/errors >&2
    cat $FOLDER/offered
    """

  /// Writes down what completion hands to the line editor, `compadd`, and ends.
  private static let zshThatListens = #"""
    exec 2> $FOLDER/errors
    : > $FOLDER/offered
    fpath=($FOLDER $fpath)
    autoload -U compinit && compinit -u -D
    [[ -e $FOLDER/script ]] && source $FOLDER/script
    compadd() {
      if [[ " $* " == *" -[OAD] "* ]]; then builtin compadd "$@"; return; fi
      local -a offered
      builtin compadd -O offered "$@"
      print -rl -- $offered >> $FOLDER/offered
      builtin compadd "$@"
    }
    look() { BUFFER=$LINE CURSOR=$#LINE; zle list-choices; exit }
    zle -N look
    zle-line-init() { zle look }
    zle -N zle-line-init

    """#
}
