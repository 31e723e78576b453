// SPDX-License-Identifier: Apache-2.0
// What holds for docs/architecture.md, its pictures and docs/design: each name in code is one of
// the code, and each record that a page refers to is there.

/// Rules for the pages about the code.
enum PageRules {
  /// The words that declare the name behind them.
  private static let keywords: Set<Substring> = [
    "actor", "case", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Every name that the files declare: of types, functions, values and cases.
  static func declared(in files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    for line in files.lazy.flatMap(\.lines) {
      let words = line.split(separator: " ")
      guard let first = words.first, !first.hasPrefix("//") else { continue }
      for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
        names.insert(String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    }
    return names
  }

  /// All that `Package.swift` calls a target, a product or a module.
  static func modules(in manifest: SourceFile) -> Set<String> {
    let names = manifest.lines.flatMap { $0.matches(of: #/"(\w+)"/#).map { String($0.1) } }
    return ImportRules.platform.union(names)
  }

  /// The names in code of a page that `known` does not have; paths and names of files are left
  /// alone.
  static func unknownNames(in page: SourceFile, known: Set<String>) -> [String] {
    page.lines.enumerated().flatMap { number, line in
      line.matches(of: #/`([^`]+)`/#).flatMap { unknown(in: $0.1, known) }
        .map { page.finding(number, "there is no \($0) in the code") }
    }
  }

  /// The same for a picture, whose code has a class of its own.
  static func unknownNames(inPicture picture: SourceFile, known: Set<String>) -> [String] {
    picture.lines.enumerated().flatMap { number, line in
      line.matches(of: #/<tspan class="code">([^<]+)<\/tspan>/#)
        .flatMap { unknown(in: $0.1, known) }
        .map { picture.finding(number, "there is no \($0) in the code") }
    }
  }

  /// Types in a piece of code, and their members, that are not known.
  private static func unknown(in code: Substring, _ known: Set<String>) -> [String] {
    guard !code.contains("/"), !code.contains(#/\.(?:c|h|md|swift)$/#) else { return [] }
    let names = #/[\[(, ]([A-Z]\w*)(?:\.(\w+))?/#
    return " \(code)".matches(of: names).flatMap { match -> [String] in
      // Rules, signals and variables are in capitals.
      guard match.1.contains(where: \.isLowercase) else { return [] }
      return [Optional(match.1), match.2].compactMap { $0.map(String.init) }
        .filter { !known.contains($0) }
    }
  }

  /// The numbers of the records that a page refers to.
  static func records(namedIn page: SourceFile) -> Set<String> {
    Set(page.lines.flatMap { $0.matches(of: #/records\.md#r(\d+)/#).map { String($0.1) } })
  }

  /// The numbers of the records that `docs/design/records.md` has, in their order.
  static func records(in page: SourceFile) -> [String] {
    page.lines.compactMap { $0.wholeMatch(of: #/## R(\d+)/#).map { String($0.1) } }
  }
}
