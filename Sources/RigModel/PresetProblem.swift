// SPDX-License-Identifier: Apache-2.0
// What is wrong with a preset, and where, in one sentence.

/// One mistake in a preset.
///
/// > Threading: Any.
package struct PresetProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column in characters, from 1.
  package var column: Int
  /// What is wrong, what is allowed, and what was probably meant.
  package var message: String
  /// Whether it is only a warning: the preset can be used.
  package var isWarning: Bool

  /// Describes a mistake at a place of a file.
  package init(file: String, line: Int, column: Int, _ message: String, isWarning: Bool = false) {
    (self.file, self.line, self.column) = (file, line, column)
    (self.message, self.isWarning) = (message, isWarning)
  }

  /// The problem as compilers print it: `file:line:column: message`.
  package var description: String {
    "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
  }
}
