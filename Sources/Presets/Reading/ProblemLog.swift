// SPDX-License-Identifier: Apache-2.0
// Collects the problems of a reading, so that one run reports them all.

/// The problems found so far.
final class ProblemLog {
  private var problems: [PresetProblem] = []
  private var seen: Set<PresetProblem> = []
  private var omitted = 0

  /// Whether nothing was wrong so far.
  var isEmpty: Bool { problems.isEmpty }

  /// Notes a problem; one that was noted before (through an alias or a second include) counts once.
  func report(_ position: Position, _ message: @autoclosure () -> String) {
    guard problems.count < PresetErrors.limit else {
      omitted += 1
      return
    }
    let problem = PresetProblem(position, message())
    if seen.insert(problem).inserted { problems.append(problem) }
  }

  /// Notes a problem that ended the reading of a file.
  func report(_ problem: PresetProblem) {
    let position = Position(file: problem.file, line: problem.line, column: problem.column)
    report(position, problem.message)
  }

  /// Throws what was noted, in the order of the files and their text.
  func finish() throws(PresetErrors) {
    guard !isEmpty else { return }
    var files: [String: Int] = [:]
    for problem in problems where files[problem.file] == nil {
      files[problem.file] = files.count
    }
    func key(_ problem: PresetProblem) -> (Int, Int, Int) {
      (files[problem.file] ?? 0, problem.line, problem.column)
    }
    let sorted = problems.sorted { key($0) < key($1) }
    throw PresetErrors(problems: sorted, omitted: omitted)
  }
}
