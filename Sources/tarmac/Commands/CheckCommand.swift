// SPDX-License-Identifier: Apache-2.0
// `tarmac plugins check`: tries plugins before a rig depends on them.

internal import Glibc
internal import Host
import InstalledPlugins
internal import LV2Hosting
import PluginChecking

enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "Tries plugins, each in a process of its own, and says what is wrong with them.",
    details: """
      A plugin gets two seconds of signal and MIDI in blocks of odd sizes, saves its state and is given
      it again, is bypassed, and gets all its presets. CALLS are what it called in run that can take any
      time: h heap, l locks, k kernel. All of that happens in a sandbox, as with "isolation: sandbox".
      Results are kept until the plugin's bundle changes; "plugins info" shows them. The exit code is 1
      when something is wrong with a plugin.
      """,
    positionals: [
      Command.Positional(
        name: "PATTERN",
        summary: "Only plugins with this in their URI or name, or with a URI like it (* and ?).",
        isOptional: true
      )
    ],
    options: [
      Command.Option(
        name: "jobs",
        summary: "How many are tried at a time (default: one on each processor).",
        valueName: "N"
      ),
      Command.Option(
        name: "limit",
        summary: "How many seconds one may be silent before it counts as hung (default: 60).",
        valueName: "SECONDS"
      ),
      SandboxedRender.option,
      .json,
    ],
    examples: [
      Command.Example(
        line: "tarmac plugins check isolator",
        meaning: "Everything with \"isolator\"."
      ),
      Command.Example(
        line: "tarmac plugins check isolator --json > checks.json",
        meaning: "For a program."
      ),
    ],
    action: check
  )

  private struct Document: Encodable {
    var figures: PluginCheckFigures
    var plugins: [PluginCheck]
  }

  private static func check(_ arguments: Arguments) async throws(Failure) {
    var options = PluginCheckOptions()
    if let jobs = arguments.value("jobs") { options.jobs = try number(jobs, of: "--jobs", 1...64) }
    if let limit = arguments.value("limit") {
      options.limit = .seconds(try number(limit, of: "--limit", 1...3_600))
    }
    options.isSandboxed = SandboxedRender.isWanted(arguments)
    PluginsCommand.noteBundleProblems()
    let plugins = installedPlugins()
    let uris = (arguments.positional(0).map { plugins.like($0) } ?? plugins).map(\.uri)
    guard !uris.isEmpty else {
      throw Failure("No plugin here is like that; 'tarmac plugins list' shows all", .data)
    }
    let checks: [PluginCheck]
    do {
      checks = try checkPlugins(uris, options: options) { check, count in
        Terminal.showProgress("\(count)/\(uris.count) \(check.name)")
      }
    } catch {
      throw Failure(error)
    }
    Terminal.showProgress("")
    let figures = PluginCheckFigures(checks)
    if arguments.has("json") {
      try writeJSON(Document(figures: figures, plugins: checks))
    } else {
      Terminal.write(table(checks).text() + "\n" + sentence(figures) + "\n")
    }
    if checks.contains(where: { $0.verdict != .good }) { throw Failure("", .failure) }
  }

  private static func number(
    _ text: String,
    of option: String,
    _ range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let number = Int(text, radix: 10), range.contains(number) else {
      throw Failure(
        "\(option) can't be '\(text)': it takes \(range.lowerBound) to \(range.upperBound).",
        .usage
      )
    }
    return number
  }

  /// Checks as a table.
  static func table(_ checks: [PluginCheck]) -> Table {
    let rows = checks.map { check in
      [
        Table.Cell(check.name.isEmpty ? check.uri : check.name),
        Table.Cell(check.verdict.rawValue, style(check.verdict)),
        Table.Cell(check.nanosecondsPerFrame.map { fixed($0) } ?? ""),
        Table.Cell(check.calls?.text ?? ""),
        Table.Cell(check.sentence),
      ]
    }
    return Table(heading: ["PLUGIN", "VERDICT", "NS/FRAME", "CALLS", "WHAT IS WRONG"], rows: rows)
  }

  private static func style(_ verdict: PluginCheck.Verdict) -> Style {
    switch verdict {
    case .good: .good
    case .flawed: .warning
    case .refused, .crashed, .hung: .bad
    }
  }

  /// The figures in one line.
  static func sentence(_ figures: PluginCheckFigures) -> String {
    let verdicts = PluginCheck.Verdict.allCases.compactMap { verdict in
      figures.verdicts[verdict.rawValue].flatMap { $0 > 0 ? "\($0) \(verdict.rawValue)" : nil }
    }
    let plugins = "\(figures.plugins) plugin\(figures.plugins == 1 ? "" : "s")"
    return "\(plugins): \(figures.instantiated) instantiated, \(figures.ran) ran, "
      + "\(figures.statesEqual) kept their state"
      + (figures.statesSettled > 0
        ? " (\(figures.statesSettled) more after some rounds), " : ", ")
      + "\(figures.presetsApplied) of \(figures.presets) presets applied, "
      + "\(figures.withoutCalls) without calls in run; \(verdicts.joined(separator: ", "))."
  }
}

extension PluginCheck {
  /// What `plugins info` says of it.
  var summary: String {
    let cost = nanosecondsPerFrame.map { ", \(fixed($0)) ns for each frame" } ?? ""
    let called = calls.map { $0.isClean ? ", no calls in run" : ", calls in run: \($0.text)" } ?? ""
    let wrong = sentence.isEmpty ? "" : "; \(sentence)"
    return "checked: \(verdict.rawValue)\(cost)\(called)\(wrong)"
  }
}

extension CallCounts {
  /// Such as `12h 3l`; empty when there are none.
  fileprivate var text: String {
    [(allocations, "h"), (locks, "l"), (systemCalls, "k")].filter { $0.0 > 0 }
      .map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }
}
