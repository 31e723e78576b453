// SPDX-License-Identifier: Apache-2.0
// Turns a document into a script that does what the document tells its reader to do.

/// The commands and files of a Markdown document.
///
/// - A block marked `sh` is run, line by line; what fails, fails the test. Here-documents are taken
///   as they are.
/// - A block marked `console` holds commands behind `$ ` and their output, which is compared; the
///   home there is `/home/you`.
/// - A block marked `yaml` whose first line is `# NAME.yaml` is written to that file.
/// - Commands in running text and in tables are run after all blocks, unless a block has run them
///   already: first those of make, then those of tarmac beside the DJ rig, `tarmac stop` last.
///
/// `ReadmeShell` says how commands are run that stay in the foreground until Ctrl-C.
struct ReadmeScript {
  /// The blocks in the order of the document.
  var steps: [Step] = []
  /// Commands in running text: all text between backquotes that begins with `tarmac` or `make`.
  var mentioned: [String] = []

  /// Something to do.
  enum Step: Hashable {
    case run([String])
    case show([Sample])
    case write(file: String, lines: [String])
  }

  /// A command and what it says, line by line.
  struct Sample: Hashable {
    var command: String
    var lines: [String] = []

    /// The lines without what differs from one run to the next: numbers beside meters.
    var comparable: [String] { ReadmeScript.comparable(lines, areMeters: areMeters) }

    /// Whether this shows levels, which move.
    var areMeters: Bool { lines.contains { $0.contains("█") } }
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
      steps.append(.run(ReadmeScript.commands(block)))
    case "console":
      steps.append(.show(ReadmeScript.samples(block)))
    case "yaml":
      if let name = block.first?.wholeMatch(of: #/# (\S+\.yaml)/#) {
        steps.append(.write(file: String(name.1), lines: block))
      }
    default:
      break
    }
  }

  /// The commands of all blocks.
  var commands: [String] {
    steps.flatMap { step -> [String] in
      switch step {
      case .run(let commands): commands
      case .show(let samples): samples.map(\.command)
      case .write: []
      }
    }
  }

  /// What the blocks show.
  var samples: [Sample] {
    steps.flatMap { step in if case .show(let samples) = step { samples } else { [Sample]() } }
  }

  /// The commands in the text that no block has, each once.
  var remaining: [String] {
    let done = commands.map(ReadmeScript.withoutRemark)
    return mentioned.reduce(into: []) { list, command in
      if !done.contains(command) && !list.contains(command) { list.append(command) }
    }
  }

  /// The script; it expects what `ReadmeShell` says.
  var text: String {
    var number = 0
    let body = steps.map { step -> String in
      switch step {
      case .run(let commands):
        return commands.map(ReadmeScript.echoed).joined(separator: "\n")
      case .show(let samples):
        return samples.map { sample in
          number += 1
          let marks = (ReadmeScript.mark(number - 1), ReadmeScript.endMark)
          return """
            echo '\(marks.0)'
            { \(sample.command)
            } >"$HOME/said" 2>&1 || true
            sed "s|$HOME|/home/you|g" "$HOME/said"
            echo '\(marks.1)'
            """
        }.joined(separator: "\n")
      case .write(let file, let lines):
        return "cat >\(file) <<'END_OF_FILE'\n\(lines.joined(separator: "\n"))\nEND_OF_FILE"
      }
    }
    let make = remaining.filter { $0.hasPrefix("make ") }.map(ReadmeScript.echoed)
    // A command that ends the rig comes last, wherever it is in the document.
    let (end, others) = (["tarmac stop"], remaining.filter { !$0.hasPrefix("make ") })
    let tarmac = (others.filter { !end.contains($0) } + others.filter(end.contains))
      .map(ReadmeScript.echoed)
    let rest = ["cd \"$source\""] + make + [ReadmeShell.djRig] + tarmac
    return ([ReadmeShell.start] + body + rest + [ReadmeShell.end]).joined(separator: "\n")
  }

  /// What the samples' commands said in a run of the script, in their order.
  func shown(in output: String) -> [[String]] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return samples.indices.map { index in
      let start = lines.firstIndex(of: ReadmeScript.mark(index)) ?? lines.endIndex
      return lines[start...].dropFirst().prefix { $0 != ReadmeScript.endMark }.map(\.self)
    }
  }

  /// Lines as they are compared: where meters move, without numbers, meters, the sound card and the
  /// width of columns.
  static func comparable(_ lines: [String], areMeters: Bool) -> [String] {
    guard areMeters else { return lines }
    return lines.map { line in
      line.replacing(#/[█▏▎▍▌▋▊▉·]+/#, with: "▒")
        .replacing(#/-?(?:\d+(?:\.\d+)?|inf\b)/#, with: "0")
        .replacing(
          #/server [\w-]+(, (hw:\w+|the dummy driver \(nobody hears it\)))?/#,
          with: "server"
        )
        .replacing(#/ +/#, with: " ")
    }
  }

  /// The commands of a block: a line that ends in a backslash goes on in the next, a here-document
  /// to its end.
  private static func commands(_ lines: [String]) -> [String] {
    var document: Substring?
    return lines.reduce(into: [String]()) { commands, line in
      let last = commands.indices.last
      if let end = document, let last {
        commands[last] += "\n" + line
        if line == end { document = nil }
      } else if let last, commands[last].hasSuffix("\\") {
        commands[last] += "\n" + line
      } else if !line.isEmpty && !line.hasPrefix("#") {
        commands.append(line)
        document = line.firstMatch(of: #/<<'(\w+)'/#)?.1
      }
    }
  }

  private static func samples(_ lines: [String]) -> [Sample] {
    lines.reduce(into: [Sample]()) { samples, line in
      if line.hasPrefix("$ ") {
        samples.append(Sample(command: String(line.dropFirst(2))))
      } else if let last = samples.indices.last {
        samples[last].lines.append(line)
      }
    }
  }

  private static func withoutRemark(_ command: String) -> String {
    String(command.prefix(upTo: command.firstRange(of: #/\s+# /#)?.lowerBound ?? command.endIndex))
  }

  private static func echoed(_ command: String) -> String {
    "echo '$ \(command.replacing("'", with: "'\\''"))'\n\(command)"
  }

  private static func mark(_ number: Int) -> String { "@@ sample \(number)" }
  private static let endMark = "@@ end"
}
