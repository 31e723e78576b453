// SPDX-License-Identifier: Apache-2.0
// What shells offer of a running rig.

import ControlProtocol
import Foundation
import Testing

@Suite("Completions beside a live rig", .serialized)
struct LiveCompletionTests {
  /// Lines, and the words that may follow them.
  private static let lines: [(String, [String])] = [
    ("tarmac set deckA.fa", ["deckA.fader_db"]),
    ("tarmac get main.mu", ["main.mute"]),
    ("tarmac trigger rig.rel", ["rig.reload"]),
    ("tarmac explain ", ["deckA", "voice"]),
    ("tarmac session activate v", ["voice"]),
    ("tarmac route pick output ph", ["phones"]),
    ("tarmac player play d", ["deckA"]),
    ("tarmac record start m", ["main", "mic"]),
    ("tarmac record stop ", ["main"]),
    ("tarmac plugin presets deckA", ["deckA.limit"]),
    ("tarmac sound b", ["beep"]),
    ("tarmac rules DUCK-0", ["DUCK-01", "DUCK-02", "DUCK-03"]),
    ("tarmac explain --name rig d", ["deckA"]),
    ("tarmac explain --name nobody d", []),
  ]

  private func run(_ body: (RunningTarmac) throws -> Void) async throws {
    try await FullRig.run { tarmac in
      let file = tarmac.folder.appending(path: "take.wav").path
      _ = try tarmac.ask(RecordStartRequest(subject: "main", file: file))
      try body(tarmac)
    }
  }

  /// The output of a shell that runs a script beside the rig, where `tarmac` is the program under
  /// test.
  private func say(
    _ tarmac: RunningTarmac,
    _ shell: String,
    _ arguments: [String],
    _ line: String
  ) throws -> Set<String> {
    let output = tarmac.folder.appending(path: ".said-\(UUID().uuidString)")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: shell)
    process.arguments = arguments
    let program = RunningTarmac.program.deletingLastPathComponent().path
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PATH": program + ":/usr/bin:/bin", "FOLDER": tarmac.folder.path, "LINE": line,
      "HOME": tarmac.folder.path, "XDG_RUNTIME_DIR": tarmac.folder.path,
      "TARMAC_SOCKET": tarmac.folder.appending(path: "tarmac/rig.sock").path,
    ]) { $1 }
    process.currentDirectoryURL = tarmac.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let words = try String(contentsOf: output, encoding: .utf8).split(whereSeparator: \.isNewline)
    return Set(words.map { String($0) }.filter { !$0.hasPrefix("--") })
  }

  private func expectedRules(_ expected: [String], _ offered: Set<String>) -> Set<String> {
    // There may be more rules some day.
    expected.first?.hasPrefix("DUCK") == true ? offered.intersection(expected) : offered
  }

  @Test("bash offers what the rig has")
  func bash() async throws {
    try await run { tarmac in
      for (line, expected) in Self.lines {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let script = """
          source <(tarmac completion bash)
          COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
          COMP_CWORD=\(words.count - 1)
          _tarmac
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        let offered = try say(tarmac, "/bin/bash", ["--norc", "-c", script], line)
        #expect(expectedRules(expected, offered) == Set(expected), "\(line)")
      }
    }
  }

  @Test("zsh offers it")
  func zsh() async throws {
    try await run { tarmac in
      let listening = tarmac.folder.appending(path: "listening")
      try Data(Self.zshThatListens.utf8).write(to: listening)
      for (line, expected) in Self.lines {
        let offered = try say(tarmac, "/usr/bin/zsh", ["-f", "-c", Self.zshThatAsks], line)
        #expect(expectedRules(expected, offered) == Set(expected), "\(line)")
      }
    }
  }

  @Test("fish offers it")
  func fish() async throws {
    try await run { tarmac in
      for (line, expected) in Self.lines {
        let script = "tarmac completion fish | source; complete --do-complete \"$LINE\" | cut -f 1"
        let offered = try say(tarmac, "/usr/bin/fish", ["--no-config", "-c", script], line)
        #expect(expectedRules(expected, offered) == Set(expected), "\(line)")
      }
    }
  }

  /// Has a zsh with a terminal look what it offers for `$LINE`.
  private static let zshThatAsks = """
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "source $FOLDER/listening"
    while zpty -r shell words; do :; done
    cat $FOLDER/errors
    cat $FOLDER/offered
    """

  /// Writes down what completion hands to the line editor, `compadd`, and ends.
  private static let zshThatListens = #"""
    exec 2> $FOLDER/errors
    : > $FOLDER/offered
    autoload -U compinit && compinit -u -D
    source <(tarmac completion zsh)
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
