// SPDX-License-Identifier: Apache-2.0
// Turns a document into a script that does what the document tells its reader to do.

/// The commands and files of a Markdown document.
///
/// - A block marked `sh` is run, line by line; what fails, fails the test.
/// - A block marked `yaml` whose first line is `# NAME.yaml` is written to that file.
/// - Blocks of other kinds show what is seen and are left alone.
///
/// Commands that stay in the foreground until Ctrl-C (`tarmac run`, `make run`, anything with `--watch`) run beside
/// the following ones, as in a second terminal, and are stopped at the end; each must then have ended well.
struct ReadmeScript {
  /// The blocks in the order of the document.
  var steps: [Step] = []
  /// Commands in running text: what stands between backquotes and begins with `tarmac` or `make`.
  var mentioned: [String] = []

  /// Something to do.
  enum Step: Hashable {
    case run([String])
    case write(file: String, lines: [String])
  }

  init(markdown: String) {
    var language: Substring?
    var block: [String] = []
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let fence = line.wholeMatch(of: #/\s*```(\w*)\s*/#) {
        if let ended = language {
          add(block, language: ended)
          (language, block) = (nil, [])
        } else {
          language = fence.1
        }
      } else if language != nil {
        block.append(String(line))
      } else {
        mentioned += line.matches(of: #/`((?:tarmac|make) [^`]+)`/#).map { String($0.1) }
      }
    }
  }

  private mutating func add(_ block: [String], language: Substring) {
    switch language {
    case "sh":
      steps.append(.run(block))
    case "yaml":
      if let name = block.first?.wholeMatch(of: #/# (\S+\.yaml)/#) {
        steps.append(.write(file: String(name.1), lines: block))
      }
    default:
      break
    }
  }

  /// Every line that begins with `tarmac` or `make`, without the prompt.
  var commands: [String] {
    steps.flatMap { step in
      guard case .run(let lines) = step else { return [String]() }
      return lines.filter { $0.hasPrefix("tarmac ") || $0.hasPrefix("make ") }
    }
  }

  /// The script.
  ///
  /// It expects `TARMAC` (the program), `SOURCE` (the repository), a JACK server and an empty working directory.
  var text: String {
    let body = steps.enumerated().map { number, step in
      switch step {
      case .run(let lines):
        return ReadmeScript.commands(lines).map { "echo \(quoted("$ " + $0))\n\($0)" }
          .joined(separator: "\n")
      case .write(let file, let lines):
        let end = "END_OF_FILE_\(number)"
        return "cat >\(quoted(file)) <<'\(end)'\n\(lines.joined(separator: "\n"))\n\(end)"
      }
    }
    return ReadmeScript.prologue + body.joined(separator: "\n") + "\n" + ReadmeScript.epilogue
  }

  /// The commands of a block; a line that ends in a backslash goes on in the next.
  private static func commands(_ lines: [String]) -> [String] {
    lines.reduce(into: [String]()) { commands, line in
      if let last = commands.last, last.hasSuffix("\\") {
        commands[commands.count - 1] = last + "\n" + line
      } else if !line.isEmpty && !line.hasPrefix("#") {
        commands.append(line)
      }
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }

  /// Stand-ins for what a test must not do: fetch the repository, build it, become root, wait for Ctrl-C.
  private static let prologue = #"""
    set -euo pipefail
    beside=()
    rigs=()
    cleanup() {
      for pid in "${beside[@]}"; do kill "$pid" 2>/dev/null || true; done
      wait
    }
    trap cleanup EXIT

    mkdir -m 700 run tarmac
    export XDG_RUNTIME_DIR=$PWD/run
    cp -R "$SOURCE/presets" "$SOURCE/Makefile" tarmac/
    ln -s "$SOURCE/scripts" tarmac/scripts

    git() { echo "(the repository is here)"; }
    sudo() { "$@"; }
    until_answer() {
      local name=tarmac word
      while [ $# -gt 0 ]; do
        if [ "$1" = --name ]; then name=$2; fi
        shift
      done
      rigs+=("$name")
      for _ in $(seq 200); do
        if "$TARMAC" status --name "$name" >/dev/null 2>&1; then return 0; fi
        if ! kill -0 "${beside[-1]}" 2>/dev/null; then break; fi
        sleep 0.05
      done
      echo "the rig $name did not come up" >&2
      return 1
    }
    tarmac() {
      case " $* " in
        " run "*)
          "$TARMAC" "$@" &
          beside+=($!)
          until_answer "$@"
          ;;
        *" --watch "*) "$TARMAC" "${@/--watch/--json}" ;;
        *) "$TARMAC" "$@" ;;
      esac
    }
    make() {
      case "$1" in
        run)
          command make -o build "$@" BINARY="$TARMAC" &
          beside+=($!)
          until_answer
          ;;
        install | uninstall | deps) command make -o build "$@" BINARY="$TARMAC" DESTDIR="$PWD/installed" ;;
        *) command make -n "$@" >/dev/null ;;
      esac
    }

    """#

  /// Ends what still runs; every rig must have ended well.
  private static let epilogue = #"""
    for rig in "${rigs[@]}"; do "$TARMAC" stop --name "$rig" 2>/dev/null || true; done
    for pid in "${beside[@]}"; do wait "$pid"; done
    beside=()
    echo "all commands were run"
    """#
}
