// SPDX-License-Identifier: Apache-2.0
// Collects the problems of a reading, so that one run reports them all.

import RigModel
import Synchronization

/// The keys that readers have asked for, so that a test can find those that nothing reads.
final class ReadKeys: Sendable {
  /// What notes the keys of the readings of this task.
  @TaskLocal static var current: ReadKeys?

  private let keys = Mutex<[Shape: Set<String>]>([:])

  /// The keys that were read, by their mappings.
  var all: [Shape: Set<String>] { keys.withLock(\.self) }

  func note(_ key: Key, of shape: Shape) {
    keys.withLock { _ = $0[shape, default: []].insert(key.name) }
  }
}

/// The problems found so far.
final class ProblemLog {
  private var problems: [PresetProblem] = []
  private var seen: Set<PresetProblem> = []
  private var omitted = 0
  private var warnings: [PresetProblem] = []
  /// What notes which keys are read, in tests.
  let readKeys = ReadKeys.current

  /// Whether nothing was wrong so far.
  var isEmpty: Bool { problems.isEmpty }
  /// How many problems were found so far.
  var count: Int { problems.count + omitted }

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

  /// Notes something that is allowed but probably not meant; once for each position and sentence.
  func warn(_ position: Position, _ message: @autoclosure () -> String) {
    guard warnings.count < PresetErrors.limit else { return }
    let warning = PresetProblem(position, message(), isWarning: true)
    if seen.insert(warning).inserted { warnings.append(warning) }
  }

  /// Throws the mistakes that were noted, or returns the warnings; in the order of the files and
  /// their text.
  func finish() throws(PresetErrors) -> [PresetProblem] {
    let warnings = Self.sorted(warnings)
    guard !isEmpty else { return warnings }
    throw PresetErrors(problems: Self.sorted(problems), omitted: omitted, warnings: warnings)
  }

  private static func sorted(_ problems: [PresetProblem]) -> [PresetProblem] {
    var files: [String: Int] = [:]
    for problem in problems where files[problem.file] == nil {
      files[problem.file] = files.count
    }
    func key(_ problem: PresetProblem) -> (Int, Int, Int) {
      (files[problem.file] ?? 0, problem.line, problem.column)
    }
    return problems.sorted { key($0) < key($1) }
  }
}
