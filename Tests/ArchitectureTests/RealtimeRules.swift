// SPDX-License-Identifier: Apache-2.0
// The real-time border in the text of the sources: annotations, and the ways past them.

/// What holds for code that the audio thread runs.
enum RealtimeRules {
  /// The folders whose every function is checked by the compiler, unless its comment names another
  /// thread that calls it.
  static let folders = ["Sources/RenderCore/Realtime", "Sources/LV2Hosting/Realtime"]

  /// How many ways past the compiler's check there are, by target.
  ///
  /// Raise a number only with a reason that is true.
  static let hatches: [String: Int] = ["JACKDriver": 6, "LV2Hosting": 5, "RenderCore": 11]

  /// Functions, initialisers and computed properties that are neither checked by the compiler nor
  /// marked as another thread's.
  ///
  /// Allowed are: `@_noLocks` on the declaration or on its getter; `@inlinable` in a file with a
  /// generic type, which the compiler checks where it is used; a comment with `> Threading:` and
  /// another word than `Realtime`.
  static func unchecked(in file: SourceFile) -> [String] {
    let isGeneric = file.lines.contains { $0.contains(#/^\s*(package )?struct \w+</#) }
    return file.lines.indices.compactMap { number in
      guard let name = declaredName(file.lines[number]) else { return nil }
      let head = preamble(of: number, in: file)
      if head.contains(where: { $0.contains("@_noLocks") }) { return nil }
      if isGeneric, head.contains(where: { $0.contains("@inlinable") }) { return nil }
      if head.contains(where: isOtherThreads) || hasCheckedGetter(number, in: file) { return nil }
      return file.finding(number, "\(name) is neither @_noLocks nor marked for another thread")
    }
  }

  /// `_unsafePerformance` without a reason right above it, and reasons without it.
  static func unreasoned(in file: SourceFile) -> [String] {
    file.lines.indices.compactMap { number in
      let line = file.lines[number]
      let opens = isHatch(line)
      if opens, !hasReason(above: number, in: file) {
        return file.finding(number, "_unsafePerformance without \"// RT-ASSUMED: reason\" above it")
      }
      if line.contains("// RT-ASSUMED:"), !leadsToHatch(from: number, in: file) {
        return file.finding(number, "RT-ASSUMED without _unsafePerformance below it")
      }
      return nil
    }
  }

  /// The number of ways past the check, by target; targets without one are left out.
  static func countedHatches(in files: [SourceFile]) -> [String: Int] {
    files.reduce(into: [:]) { counts, file in
      let count = file.lines.count(where: isHatch)
      if count > 0 { counts[file.target, default: 0] += count }
    }
  }

  private static func isHatch(_ line: String) -> Bool {
    line.contains("_unsafePerformance") && !isComment(line)
  }

  private static func isComment(_ line: String) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("//")
  }

  private static func hasReason(above number: Int, in file: SourceFile) -> Bool {
    let comment = file.lines[..<number].reversed().prefix(while: isComment)
    return comment.contains { $0.contains("// RT-ASSUMED: ") }
  }

  private static func leadsToHatch(from number: Int, in file: SourceFile) -> Bool {
    file.lines[number...].first { !isComment($0) }.map(isHatch) ?? false
  }

  /// The name of what a line declares, if that is code: a function, an initialiser or a computed
  /// property.
  private static func declaredName(_ line: String) -> String? {
    guard !isComment(line) else { return nil }
    if let match = line.firstMatch(of: #/^\s*(?:[@\w()]+\s+)*func\s+([^\s(<]+)/#) {
      return "func \(match.1)"
    }
    if line.firstMatch(of: #/^\s*(?:[@\w()]+\s+)*init[?(<]/#) != nil { return "init" }
    if let match = line.firstMatch(of: #/^\s*(?:[@\w()]+\s+)*var\s+(\w+)\s*:[^=]*\{/#) {
      return "var \(match.1)"
    }
    return line.contains(#/^\s*(?:[@\w()]+\s+)*subscript[(<]/#) ? "subscript" : nil
  }

  /// The declaration's own line and the comments and attributes above it.
  private static func preamble(of number: Int, in file: SourceFile) -> [String] {
    let above = file.lines[..<number].reversed().prefix {
      isComment($0) || $0.drop(while: \.isWhitespace).hasPrefix("@")
    }
    return [file.lines[number]] + above
  }

  private static func isOtherThreads(_ line: String) -> Bool {
    guard let word = ThreadingRules.word(in: line) else { return false }
    return word != "Realtime" && ThreadingRules.words.contains(word)
  }

  private static func hasCheckedGetter(_ number: Int, in file: SourceFile) -> Bool {
    number + 1 < file.lines.count && file.lines[number + 1].contains("@_noLocks get")
  }
}

/// The words that say which thread may call something.
enum ThreadingRules {
  static let words: Set<String> = ["Realtime", "Control", "Worker", "Any"]

  /// The word after `> Threading:`, if the line has one.
  static func word(in line: String) -> String? {
    line.firstMatch(of: #/^\s*\/\/\/\s*> Threading:\s*([^,.;]*)/#).map { String($0.1) }
  }

  /// Finds threading notes with any other word.
  static func violations(in file: SourceFile) -> [String] {
    file.lines.enumerated().compactMap { number, line in
      guard line.contains(#/>\s*Threading/#), isDocumentation(line) else { return nil }
      guard let word = word(in: line) else {
        return file.finding(number, "write \"/// > Threading: Word.\"")
      }
      guard !words.contains(word) else { return nil }
      let known = words.sorted().joined(separator: ", ")
      return file.finding(number, "\"\(word)\" is no threading word (\(known))")
    }
  }

  private static func isDocumentation(_ line: String) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("///")
  }
}
