// SPDX-License-Identifier: Apache-2.0
// A preset with one mistake; the mark ▶ in the text shows where it is to be found.

import Presets
import RigModel
import Testing

/// A preset with one mistake.
struct BadPreset: CustomTestStringConvertible {
  /// The mistake.
  var testDescription: String
  /// The text, with ▶ before the place of the mistake.
  var marked: String
  /// Words of the message.
  var words: [String]

  /// A whole preset.
  init(_ mistake: String, _ marked: String, _ words: String...) {
    testDescription = mistake
    self.marked = marked
    self.words = words
  }

  /// A preset that continues the routes of the bench.
  static func rig(_ mistake: String, _ marked: String, _ words: String...) -> BadPreset {
    var preset = BadPreset(mistake, Workbench.rig + marked)
    preset.words = words
    return preset
  }

  /// A preset with the routes of the bench and a session with this text.
  static func session(_ mistake: String, _ marked: String, _ words: String...) -> BadPreset {
    var preset = BadPreset(mistake, Workbench.rig + Workbench.session(marked))
    preset.words = words
    return preset
  }

  /// The text as it is read.
  var text: String { marked.filter { $0 != "▶" } }

  /// The line and the column of the mark.
  var position: (line: Int, column: Int)? {
    let before = marked.split(separator: "▶", omittingEmptySubsequences: false)
    guard before.count == 2 else { return nil }
    let lines = before[0].split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }

  /// Expects the one mistake, at its place, in words.
  func check() throws {
    let bench = try Workbench()
    try bench.write("", to: "sound.wav")
    try bench.write("tarmac: 1\ngraph: []\n", to: "part.yaml")
    try bench.write("urn:test:mono", to: "other/owner")
    try bench.write("urn:test:sampler", to: "own/owner")
    let position = try #require(position, "exactly one mark")
    let problems = try bench.problems(in: text)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.line == position.line && problem.column == position.column, "\(problem)")
    for word in words {
      #expect(problem.message.contains(word), "\(problem)")
    }
    #expect(!problem.message.contains("\n"))
  }
}
