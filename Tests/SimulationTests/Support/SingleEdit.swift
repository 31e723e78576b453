// SPDX-License-Identifier: Apache-2.0
// An edit of one key of a preset, or of a file that it includes, and what it may affect.

import Foundation
import Testing

@testable import Presets

/// An edit of one key, and exactly what changes with it.
struct SingleEdit: CustomTestStringConvertible, Sendable {
  /// A mapping of this shape, at a path from the name of a file on.
  struct Place: Hashable, Sendable {
    var shape: Shape
    var path: String
  }

  /// Values, by the beginning of their paths; `*` is any strip.
  struct Values: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    let description: String

    init(stringLiteral beginning: String) { description = beginning }

    func names(_ path: String) -> Bool {
      guard description.hasPrefix("*") else { return path.hasPrefix(description) }
      return path.drop { $0 != "." }.hasPrefix(description.dropFirst())
    }
  }

  var place = Place(shape: .preset, path: "preset")
  /// The key with its new value, or `-KEY` to take it out.
  var text: String
  /// The key that it is a case of, if that is not the one in `text`.
  let name: String?
  /// The values that change.
  let values: [Values]
  /// Outputs whose sound changes.
  let outputs: Set<String>
  /// Plugins that are made again.
  let remade: Set<String>
  /// Players that are made again, or moved.
  let players: Set<String>
  /// Edits that both rigs have had before, without which this one would be none.
  let given: [(place: String, text: String)]

  init(
    _ text: String,
    of name: String? = nil,
    values: [Values] = [],
    heardOn outputs: Set<String> = [],
    remade: Set<String> = [],
    players: Set<String> = [],
    given: [(place: String, text: String)] = []
  ) {
    (self.text, self.name, self.values, self.outputs) = (text, name, values, outputs)
    (self.remade, self.players, self.given) = (remade, players, given)
  }

  /// The key that it is a case of.
  var key: String {
    name ?? text.drop { $0 == "-" }.split(separator: ":").first.map(String.init) ?? ""
  }

  /// The texts before and after.
  var files: (before: [String: String], after: [String: String]) {
    get throws {
      var files = try EditableFiles(SingleEdits.files)
      for (place, text) in given { try files.edit(place, text) }
      let before = files.texts
      try files.edit(place.path, text)
      return (before, files.texts)
    }
  }

  var testDescription: String { "\(place.shape.rawValue) \(place.path): \(text)" }
}

/// The preset and the files that it includes as one tree, of which single keys can be changed.
struct EditableFiles {
  private var root: YAMLNode

  /// Takes a mapping of the files' texts by their names.
  init(_ text: String) throws { root = try Self.read(text) }

  private static func read(_ text: String) throws -> YAMLNode {
    let log = ProblemLog()
    let node = try YAMLTree.read(Array(text.utf8), file: "edited", log)
    _ = try log.finish()
    return node
  }

  /// The texts by the names of the files.
  var texts: [String: String] {
    guard case .mapping(let files) = root.content else { return [:] }
    return Dictionary(uniqueKeysWithValues: files.map { ("\($0.key).yaml", Self.text($0.value)) })
  }

  private static func text(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text): node.isPlain ? text : "\"\(text)\""
    case .sequence(let list): "[ \(list.map(text).joined(separator: ", ")) ]"
    case .mapping(let entries):
      "{ \(entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")) }"
    }
  }

  /// Sets or removes a key of the mapping at a path.
  mutating func edit(_ path: String, _ text: String) throws {
    root = try Self.edited(root, path.split(separator: "/")[...]) { entries in
      if text.hasPrefix("-") {
        let index = entries.firstIndex { $0.key == text.dropFirst() }
        entries.remove(at: try #require(index, "\(path) has no such key"))
        return
      }
      guard case .mapping(let new) = try Self.read(text).content, let entry = new.first else {
        return
      }
      if let index = entries.firstIndex(where: { $0.key == entry.key }) {
        #expect(Self.text(entries[index].value) != Self.text(entry.value), "\(path): no edit")
        entries[index] = entry
      } else {
        entries.append(entry)
      }
    }
  }

  private static func edited(
    _ node: YAMLNode,
    _ path: ArraySlice<Substring>,
    _ change: (inout [YAMLNode.Entry]) throws -> Void
  ) throws -> YAMLNode {
    var node = node
    switch node.content {
    case .mapping(var entries):
      if let key = path.first {
        let index = try #require(entries.firstIndex { $0.key == key }, "there is no \(key)")
        entries[index].value = try edited(entries[index].value, path.dropFirst(), change)
      } else {
        try change(&entries)
      }
      node.content = .mapping(entries)
    case .sequence(var list):
      let index = try #require(path.first.flatMap { Int($0) })
      list[index] = try edited(list[index], path.dropFirst(), change)
      node.content = .sequence(list)
    case .scalar: Issue.record("there is no mapping at \(path)")
    }
    return node
  }
}
