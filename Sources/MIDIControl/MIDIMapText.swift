// SPDX-License-Identifier: Apache-2.0
// Adds bindings to the text of a preset and takes them out, and leaves every other byte as it is.

/// The text of a preset, line by line.
package struct MIDIMapText {
  /// Why lines can't be added: a sentence.
  package struct Refusal: Error, Hashable, Sendable {
    /// What prevents that, and what to do.
    package let sentence: String
  }

  private var lines: [Substring]
  private let lineEnd: String

  /// Takes the text of a preset.
  package init(_ text: String) {
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    // Character by character "\r\n" is one, so that no line keeps half of its end.
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }

  /// The text with lines at the end of the list of bindings.
  ///
  /// - Parameter added: the lines, each with its dash.
  /// - Returns: the whole text.
  /// - Throws: where the list is written in a way that nothing can be added to by lines.
  package func adding(_ added: [String]) throws(Refusal) -> String {
    var lines = lines
    guard let start = lines.firstIndex(where: { Self.key(of: $0, at: 0) == "midi_map" }) else {
      let isComplete = lines.last?.isEmpty == true
      if isComplete { lines.removeLast() }
      lines += ["", "midi_map:"] + added.map { "  \($0)"[...] } + [""]
      return lines.joined(separator: lineEnd)
    }
    try Self.checkIsBlock(lines[start], "midi_map")
    let end = Self.end(of: lines, after: start) { line in
      Self.indent(of: line) == 0 && !line.hasPrefix("-")
    }
    guard let first = lines[start + 1..<end].first(where: Self.hasContent) else {
      return insert(added, at: start + 1, indent: 2)
    }
    let indent = Self.indent(of: first)
    if first.dropFirst(indent).hasPrefix("-") { return insert(added, at: end, indent: indent) }
    let keys = lines[start + 1..<end].indices
    guard let list = keys.first(where: { Self.key(of: lines[$0], at: indent) == "bindings" }) else {
      return insert(["bindings:"] + added.map { "  \($0)" }, at: end, indent: indent)
    }
    try Self.checkIsBlock(lines[list], "bindings")
    let listEnd = Self.end(of: lines, after: list) { line in
      Self.indent(of: line) <= indent && !line.dropFirst(indent).hasPrefix("-")
    }
    let item = lines[list + 1..<listEnd].first(where: Self.hasContent)
    return insert(added, at: listEnd, indent: item.map(Self.indent) ?? indent + 2)
  }

  /// The text without lines that it has in the list of bindings, and what it has of them.
  ///
  /// A list, and a map, that has nothing left goes with them.
  ///
  /// - Parameter unwanted: the lines, each with its dash.
  /// - Returns: the whole text, and the lines that are gone from it.
  package func removing(_ unwanted: [String]) -> (text: String, gone: [String]) {
    guard let start = lines.firstIndex(where: { Self.key(of: $0, at: 0) == "midi_map" }) else {
      return (lines.joined(separator: lineEnd), [])
    }
    let end = Self.end(of: lines, after: start) { line in
      Self.indent(of: line) == 0 && !line.hasPrefix("-")
    }
    let isUnwanted = { (line: Substring) in unwanted.contains(Self.trimmed(line)) }
    let gone = lines[start..<end].filter(isUnwanted).map(Self.trimmed)
    guard !gone.isEmpty else { return (lines.joined(separator: lineEnd), []) }
    var map = Array(lines[start..<end].filter { !isUnwanted($0) })
    Self.dropEmptyKey("bindings", of: &map)
    var rest = Array(lines[..<start])
    if map.dropFirst().contains(where: Self.hasContent) {
      rest += map
    } else if rest.last?.isEmpty == true, lines[end...].allSatisfy(\.isEmpty) {
      // The blank line that sets a map off at the end.
      rest.removeLast()
    }
    rest += lines[end...]
    return (rest.joined(separator: lineEnd), gone)
  }

  /// Removes a key that has nothing below it.
  private static func dropEmptyKey(_ name: String, of map: inout [Substring]) {
    guard let first = map.dropFirst().first(where: hasContent) else { return }
    let indent = Self.indent(of: first)
    guard let place = map.indices.dropFirst().first(where: { key(of: map[$0], at: indent) == name })
    else { return }
    let end = Self.end(of: map, after: place) { line in
      Self.indent(of: line) <= indent && !line.dropFirst(indent).hasPrefix("-")
    }
    let isEmpty = !map[(place + 1)..<end].contains(where: hasContent)
    let value = map[place].drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
    if isEmpty, value.isEmpty || value.hasPrefix("#") { map.remove(at: place) }
  }

  private static func trimmed(_ line: Substring) -> String {
    var rest = line.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  private func insert(_ added: [String], at place: Int, indent: Int) -> String {
    var lines = lines
    let margin = String(repeating: " ", count: indent)
    // The last line of a file may lack its end.
    let isLast = place == lines.count
    lines.insert(contentsOf: added.map { (margin + $0)[...] }, at: place)
    if isLast { lines.append("") }
    return lines.joined(separator: lineEnd)
  }

  // MARK: Lines

  /// The line behind the last one that has something, before the next one that `isOutside`.
  private static func end(
    of lines: [Substring],
    after start: Int,
    isOutside: (Substring) -> Bool
  ) -> Int {
    let rest = lines[(start + 1)...]
    let next = rest.firstIndex { hasContent($0) && isOutside($0) } ?? lines.count
    return (lines[start..<next].lastIndex(where: hasContent) ?? start) + 1
  }

  private static func checkIsBlock(_ line: Substring, _ key: String) throws(Refusal) {
    let value = line.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
    guard value.isEmpty || value.hasPrefix("#") else {
      throw Refusal(
        sentence:
          "'\(key)' is written on one line, to which nothing can be added safely: give each binding a line of its own, with a dash, and write again."
      )
    }
  }

  private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private static func hasContent(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return !text.isEmpty && !text.hasPrefix("#")
  }

  /// The key that a line begins with, at that indent.
  private static func key(of line: Substring, at indent: Int) -> String? {
    guard Self.indent(of: line) == indent, let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon].dropFirst(indent)
    return key.trimmingQuotes
  }
}

extension Substring {
  /// A key without its quotes.
  fileprivate var trimmingQuotes: String {
    let quotes: Set<Character> = ["\"", "'"]
    guard let first, quotes.contains(first), count > 1, last == first else { return String(self) }
    return String(dropFirst().dropLast())
  }
}
