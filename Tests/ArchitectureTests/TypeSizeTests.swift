// SPDX-License-Identifier: Apache-2.0
// Classes and actors of the control side keep few properties and few methods.

import Foundation
import Testing

@Suite("The size of types")
struct TypeSizeTests {
  private static let targets = [
    "Host", "RigEngine", "OfflineRendering", "PluginIsolation", "PluginChecking", "ControlServer",
    "ControlClient", "OSCServer",
  ]
  /// The most that anybody can keep in mind.
  private static let bound = Size(properties: 12, methods: 40)

  private struct Size: Hashable, CustomStringConvertible {
    var properties = 0
    var methods = 0

    var description: String { "\(properties) stored properties and \(methods) methods" }
  }

  @Test("classes and actors have at most 12 stored properties and 40 methods", arguments: targets)
  func sizes(of target: String) throws {
    let (sizes, bound) = (try TypeSizeTests.sizes(in: target), TypeSizeTests.bound)
    #expect(!sizes.isEmpty)
    for (name, size) in sizes {
      #expect(
        size.properties <= bound.properties && size.methods <= bound.methods,
        "\(name) has \(size); \(bound) are the most: give a part of it a type of its own"
      )
    }
  }

  @Test("are counted as they are, extensions included")
  func counted() {
    let text = """
      final class Room {
        static let shared = Room()
        let name: String
        package private(set) var guests: [Int] = []
        var count: Int { guests.count }
        init() {
          let local = 1
        }
      }

      extension Room {
        private func enter() {}
      }

      struct Other {
        let name: String
      }
      """
    let lines = SourceFile(path: "", text: text).lines
    #expect(TypeSizeTests.sizes(in: [lines]) == ["Room": Size(properties: 2, methods: 2)])
  }

  // MARK: Counting

  private static func sizes(in target: String) throws -> [String: Size] {
    sizes(in: try Repository.files(under: "Sources/\(target)").map(\.lines))
  }

  /// The classes and actors of these files, by name; sources are formatted, so that indentation
  /// shows which member belongs to which type.
  private static func sizes(in files: [[String]]) -> [String: Size] {
    var sizes: [String: Size] = [:]
    var classes: Set<String> = []
    for lines in files {
      var owner = ""
      for line in lines {
        if let match = line.firstMatch(of: #/^(?:\w+ )*(class|actor|struct|enum|extension) (\w+)/#)
        {
          owner = String(match.2)
          if match.1 == "class" || match.1 == "actor" { classes.insert(owner) }
        } else if line.contains(#/^ {2}(?:[\w()]+ )*(?:func|init|subscript)\b/#) {
          sizes[owner, default: Size()].methods += 1
        } else if line.contains(#/^ {2}(?:[\w()]+ )*(?:let|var) \w+/#),
          !line.contains(#/^ {2}(?:[\w()]+ )*static /#), !line.contains(#/^[^=]*\{/#)
        {
          sizes[owner, default: Size()].properties += 1
        }
      }
    }
    return sizes.filter { classes.contains($0.key) }
  }
}
