// SPDX-License-Identifier: Apache-2.0
// What is wrong with a preset, and where: one sentence for each mistake, all mistakes at once.

package import RigModel

/// All mistakes of a preset and the files that it includes, in the order of the text.
///
/// > Threading: Any.
package struct PresetErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// At most this many problems are kept; the rest is only counted.
  package static let limit = 50

  /// The problems, at least one.
  package var problems: [PresetProblem]
  /// How many more there are.
  package var omitted: Int
  /// What is allowed, but probably not meant.
  package var warnings: [PresetProblem]

  /// One line for each problem.
  package var description: String {
    let lines = problems.map(\.description) + (omitted > 0 ? ["and \(omitted) more problems"] : [])
    return lines.joined(separator: "\n")
  }
}

/// A position in a file.
struct Position: Hashable {
  var file: String
  var line: Int
  var column: Int

  /// The beginning of a file; also the position of problems with a whole file.
  static func start(of file: String) -> Position {
    Position(file: file, line: 1, column: 1)
  }
}

extension PresetProblem {
  init(_ position: Position, _ message: String, isWarning: Bool = false) {
    self.init(
      file: position.file,
      line: position.line,
      column: position.column,
      message,
      isWarning: isWarning
    )
  }
}
