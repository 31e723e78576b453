// SPDX-License-Identifier: Apache-2.0
// A preset of which one key is edited and which is reloaded: all that the edit does not name stays
// as it was.

import Foundation
import Patience
import RigModel
import Testing

@testable import Presets

@Suite("A reload after a single edit")
struct SingleEditTests {
  @Test(
    "leaves alone what the edit does not name: plugins, players, values and sound",
    arguments: SingleEdits.all
  )
  func edit(_ edit: SingleEdit) async throws {
    let files = try edit.files
    let same = try await EditedRig.Unedited.shared.rig(files.before)
    let other = try await EditedRig.reloaded(files.before, as: files.after)
    #expect(other.remade == edit.remade, "plugins that were made again")
    let moved = same.positions.filter { other.positions[$0.key] ?? $0.value != $0.value }.keys
    #expect(other.exchanged.union(moved) == edit.players, "players made again, or moved")
    let paths = Set(same.values.keys).union(other.values.keys).filter {
      same.values[$0] != other.values[$0]
    }
    for path in paths.sorted() where !edit.values.contains(where: { $0.names(path) }) {
      Issue.record("\(path): \(same.values[path] ?? "–") became \(other.values[path] ?? "–")")
    }
    for name in edit.values where !paths.contains(where: name.names) {
      Issue.record("\(name) is as it was")
    }
    let outputs = same.tapes.filter { other.tapes[$0.key] ?? $0.value != $0.value }.keys
    #expect(Set(outputs) == edit.outputs, "outputs that sound otherwise")
  }

  @Test("would be heard on three outputs")
  func sounds() async throws {
    let texts = try EditableFiles(SingleEdits.files).texts
    let tapes = try await EditedRig.Unedited.shared.rig(texts).tapes
    let sounding = tapes.filter { $0.value.contains { $0 != 0 } }.keys
    #expect(Set(sounding) == ["main", "phones", "aux"])
  }

  /// The mappings of presets, and of the files that they use.
  private static let shapes = Shape.allCases.filter { shape in
    !SchemaFile.scenario.definitions.contains(.shape(shape))
  }

  @Test("is there for every key of every mapping", arguments: shapes)
  func complete(_ shape: Shape) {
    let cases = Set(SingleEdits.all.filter { $0.place.shape == shape }.map(\.key))
    let others = Set((SingleEdits.withoutEdit[shape] ?? [:]).keys)
    #expect(cases.union(others) == Set(shape.keys))
    #expect(cases.isDisjoint(with: others), "an edit, and a reason why there is none")
  }

  @Test(
    "is made to a mapping of the shape that it says",
    arguments: Dictionary(grouping: SingleEdits.all.filter { $0.name == nil }, by: \.place).values
      .compactMap(\.first)
  )
  func place(_ edit: SingleEdit) async throws {
    var wrong = edit
    wrong.text = "wrong: 1"
    let files = try wrong.files
    do {
      _ = try await EditedRig.reloaded(files.before, as: files.after)
      Issue.record("\(edit.place) takes any key")
    } catch let error as PresetErrors {
      let message = "'wrong' is no key of \(edit.place.shape.noun)"
      #expect(error.problems.contains { $0.message.hasPrefix(message) }, "\(error)")
    }
  }
}
