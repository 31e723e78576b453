// SPDX-License-Identifier: Apache-2.0
// Rules for every file: its licence line, its length, its name; and for documents: links that lead
// somewhere.

internal import Foundation

/// Rules for files of any kind.
enum HouseRules {
  static let licence = "SPDX-License-Identifier: Apache-2.0"
  static let mostLines = 500

  /// What is wrong with a source file as a whole.
  static func violations(in file: SourceFile) -> [String] {
    var findings: [String] = []
    if !file.lines.prefix(2).contains(where: { $0.contains(licence) }) {
      findings.append(file.finding(0, "the line \"\(licence)\" is missing at the top"))
    }
    if file.lines.count > mostLines {
      findings.append(file.finding(mostLines, "\(file.lines.count) lines are too many: split it"))
    }
    let name = file.path.split(separator: "/").last ?? ""
    for word in ["Manager", "Helper", "Utils", "Utilities"] where name.contains(word) {
      findings.append(file.finding(0, "\"\(word)\" says nothing: name it after what it does"))
    }
    let isSource = file.path.hasPrefix("Sources/") && file.path.hasSuffix(".swift")
    return isSource ? findings + numbersByLanguage(in: file) + bareFunctions(in: file) : findings
  }

  /// Functions that are a mutex's whole value: each access wraps the function once more, so that it
  /// takes ever more time and memory.
  private static func bareFunctions(in file: SourceFile) -> [String] {
    let mutexes = #/Mutex<\(?(@Sendable|\([^()]*\)\s*(async\s*)?(throws[^>]*)?->|[\w.]*Handler\b)/#
    return file.lines.enumerated().compactMap { number, line in
      guard line.firstMatch(of: mutexes) != nil else { return nil }
      return file.finding(number, "a function alone in a Mutex grows: put it into a struct")
    }
  }

  /// Numbers that are printed or read by the C library: any plugin may have set another decimal
  /// point.
  private static func numbersByLanguage(in file: SourceFile) -> [String] {
    let functions = #/\b(strto[df]|atof|\w*printf|\w*scanf)\(|String\(format:/#
    return file.lines.enumerated().compactMap { number, line in
      guard let found = line.firstMatch(of: functions) else { return nil }
      return file.finding(number, "\"\(found.0)\" knows languages: use Swift's own numbers")
    }
  }

  /// The one file that reads the monotonic clock: a `MonotonicTime` can't be subtracted in the
  /// wrong order.
  static let clock = "Sources/Quantities/MonotonicTime.swift"

  /// Readings of the monotonic clock as a bare number, which traps when a later one is taken from
  /// an earlier one.
  static func bareClocks(in file: SourceFile) -> [String] {
    guard file.path != clock else { return [] }
    let words = ["CLOCK_MONOTONIC", "uptimeNanoseconds", "monotonicNanoseconds"]
    return file.lines.enumerated().compactMap { number, line in
      guard words.contains(where: line.contains) else { return nil }
      return file.finding(number, "a bare clock: use MonotonicTime")
    }
  }

  /// Links of a document to files that do not exist.
  static func deadLinks(in file: SourceFile, exists: (String) -> Bool) -> [String] {
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    return file.lines.enumerated().flatMap { number, line in
      line.matches(of: #/\]\(([^)\s#]+)[^)]*\)/#).compactMap { match -> String? in
        let link = String(match.1)
        guard !link.contains(":"), !exists(folder.isEmpty ? link : "\(folder)/\(link)") else {
          return nil
        }
        return file.finding(number, "the link to \(link) leads nowhere")
      }
    }
  }

  /// Targets of make that a document names and the Makefile does not have.
  static func unknownTargets(in file: SourceFile, makefile: SourceFile) -> [String] {
    let targets = Set(makefile.lines.compactMap { $0.firstMatch(of: #/^([a-z-]+):/#)?.1 })
    return file.lines.enumerated().flatMap { number, line in
      line.matches(of: #/(?:^|`)(?:sudo )?make ([a-z][a-z-]*)/#).map(\.1)
        .filter { !targets.contains($0) }
        .map { file.finding(number, "there is no \"make \($0)\"") }
    }
  }
}
