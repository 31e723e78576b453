// SPDX-License-Identifier: Apache-2.0
// `tarmac doctor`: whether the machine is ready.

import Doctor
internal import Host

enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary:
      "Says whether this machine is ready for real-time audio, and what to do where it is not.",
    details: "Exits with 1 when something is missing without which the rig can't run.",
    options: [.json],
    examples: [Command.Example(line: "tarmac doctor", meaning: "Examine this machine.")],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let report = DoctorReport.examine()
    if arguments.has("json") {
      try writeJSON(report)
    } else {
      Terminal.write(text(report))
    }
    if !report.isHealthy { throw Failure("") }
  }

  /// A line for each subject, with the advice below it.
  static func text(_ report: DoctorReport, colour: Bool = Terminal.hasColour) -> String {
    let width = report.lines.map(\.subject.count).max() ?? 0
    return report.lines.map { line in
      let verdict = styled(line.verdict.rawValue, style(line.verdict), colour: colour)
      let gap = spaces(6 - line.verdict.rawValue.count)
      let subject = line.subject + spaces(width - line.subject.count + 2)
      let advice = line.advice.map { "\n\(spaces(width + 8))→ \($0.shown)" } ?? ""
      return "\(verdict)\(gap)\(subject)\(line.finding.shown)\(advice)\n"
    }.joined()
  }

  private static func style(_ verdict: DoctorReport.Verdict) -> Style {
    switch verdict {
    case .ok: .good
    case .warn: .warning
    case .fail: .bad
    }
  }
}
