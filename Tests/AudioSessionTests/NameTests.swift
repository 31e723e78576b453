// SPDX-License-Identifier: Apache-2.0
// Every name of Apple's is here, or the page "What is not here" says why not.

import Foundation
import Testing

@Suite("The names of the audio session")
struct NameTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let module = root.appending(path: "Sources/AudioSession")

  /// Apple's names with their sign: `+` for a name that the module has, `-` for one that it lacks.
  private static func appleNames(_ sign: String) throws -> Set<String> {
    let file = root.appending(path: "Tests/AudioSessionTests/AppleNames.txt")
    let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("\(sign) ") }.map { String($0.dropFirst(2)) }
    #expect(Set(names).count == names.count)
    return Set(names)
  }

  /// The names that a page's table has in its first column, each with its reason.
  private static func refusedNames() throws -> [String: String] {
    let page = module.appending(path: "AudioSession.docc/WhatIsNotHere.md")
    var reasons: [String: String] = [:]
    for row in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2 else { continue }
      for name in cells[0].matches(of: #/`([^`]+)`/#) { reasons[String(name.1)] = cells[1] }
    }
    return reasons
  }

  /// The public names of the module, each with the types around it; sources are formatted, so
  /// indentation shows which member belongs to which type.
  private static func declaredNames() throws -> Set<String> {
    let files = FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      guard !file.path.contains("Examples") else { continue }
      names.formUnion(declaredNames(in: try String(contentsOf: file, encoding: .utf8)))
    }
    return names
  }

  private static func declaredNames(in source: String) -> Set<String> {
    var names: Set<String> = []
    var owners: [(depth: Int, name: String)] = []
    for line in source.split(separator: "\n") {
      let depth = line.prefix { $0 == " " }.count
      guard let match = line.firstMatch(of: declaration) else { continue }
      owners.removeAll { $0.depth >= depth }
      let (isPublic, keyword, word) = (match.1 != nil, match.2, match.3.filter { $0 != "`" })
      let name = (owners.map(\.name) + [word]).joined(separator: ".")
      if isPublic || keyword == "case" { names.insert(name) }
      if ["class", "struct", "enum", "extension", "protocol"].contains(keyword) {
        owners.append((depth, word))
      }
    }
    return names
  }

  private static var declaration: Regex<(Substring, Substring?, Substring, Substring)> {
    #/^ *(public )?(?:static |final |convenience )*(class|struct|enum|extension|protocol|func|var|let|case|typealias) ([\w.`]+)/#
  }

  @Test("that Apple has are declared here")
  func present() throws {
    let missing = try Self.appleNames("+").subtracting(Self.declaredNames())
    #expect(missing.isEmpty, "not declared: \(missing.sorted())")
  }

  @Test("that are not here stand on the page, each with a sentence, and nothing else stands there")
  func absent() throws {
    let reasons = try Self.refusedNames()
    let absent = try Self.appleNames("-")
    #expect(Set(reasons.keys) == absent)
    for (name, reason) in reasons {
      #expect(reason.contains(" ") && reason.hasSuffix("."), "\(name) has no sentence")
    }
    let declared = try Self.declaredNames()
    #expect(absent.intersection(declared).isEmpty, "the page refuses what there is")
  }

  @Test("are found as they are declared")
  func counted() {
    let source = """
      public final class Session {
        public static let key = 1
        let link = 2
        public enum Kind {
          case one
          case `default` = 2
        }
        public func say() {
          let local = 1
        }
      }

      extension Session.Kind {
        public var word: String { "" }
      }
      """
    #expect(
      Self.declaredNames(in: source) == [
        "Session", "Session.key", "Session.Kind", "Session.Kind.one", "Session.Kind.default",
        "Session.say", "Session.Kind.word",
      ]
    )
  }
}
