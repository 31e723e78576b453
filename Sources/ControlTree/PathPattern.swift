// SPDX-License-Identifier: Apache-2.0
// Patterns that select paths of the tree.

/// A pattern of paths: `deckA` is all of deckA, `*.fader_db` each fader, `**.peak_db` each peak
/// meter, wherever it is.
///
/// `*` means any letters of one part, `**` any parts. A pattern matches all paths below the ones
/// that it names.
package struct PathPattern: Hashable, Sendable {
  /// The pattern as it was written.
  package let text: String
  /// Whether it stands for one path and all below it.
  package let isLiteral: Bool
  private let parts: [[UInt8]]
  /// The least length of a path that it matches, in bytes.
  private let leastBytes: Int

  private static let star = UInt8(ascii: "*")
  private static let anyParts = [star, star]

  /// Reads a pattern; an empty one matches everything.
  package init(_ text: String) {
    self.text = text
    isLiteral = !text.utf8.contains(Self.star)
    let parts = text.isEmpty ? [] : PathText(text).parts
    let firm = parts.filter { $0 != Self.anyParts }
    let letters = firm.map { part in part.count { $0 != Self.star } }
    leastBytes = letters.reduce(0, +) + max(0, firm.count - 1)
    // All paths below what it names match as well.
    self.parts = parts + [Self.anyParts]
  }

  /// Whether a path matches.
  package func matches(_ path: String) -> Bool { matches(PathText(path)) }

  /// Whether a path matches that has been cut into its parts already.
  package func matches(_ path: PathText) -> Bool {
    guard path.count >= leastBytes else { return false }
    return Self.matches(
      parts.count,
      path.parts.count,
      isWildcard: { parts[$0] == Self.anyParts },
      isSame: { Self.matches(parts[$0], path.parts[$1]) }
    )
  }

  private static func matches(_ pattern: [UInt8], _ part: [UInt8]) -> Bool {
    pattern == part
      || matches(
        pattern.count,
        part.count,
        isWildcard: { pattern[$0] == star },
        isSame: { pattern[$0] == part[$1] }
      )
  }

  /// Whether a text of `textCount` elements matches a pattern of `count`, where a wildcard means
  /// any number of elements.
  ///
  /// The time is at most the product of both lengths, whatever the pattern.
  private static func matches(
    _ count: Int,
    _ textCount: Int,
    isWildcard: (Int) -> Bool,
    isSame: (Int, Int) -> Bool
  ) -> Bool {
    var (place, start) = (0, 0)
    // The place of the last wildcard, and how much of the text it has taken.
    var wildcard: (place: Int, taken: Int)?
    while start < textCount {
      if place < count, isWildcard(place) {
        wildcard = (place, start)
        place += 1
      } else if place < count, isSame(place, start) {
        (place, start) = (place + 1, start + 1)
      } else if let last = wildcard {
        wildcard = (last.place, last.taken + 1)
        (place, start) = (last.place + 1, last.taken + 1)
      } else {
        return false
      }
    }
    return (place..<count).allSatisfy(isWildcard)
  }
}

/// A path, cut into its parts once for many patterns.
package struct PathText: Sendable {
  /// How many bytes it has.
  let count: Int
  let parts: [[UInt8]]

  /// Cuts a path at its dots.
  package init(_ path: String) {
    count = path.utf8.count
    parts = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Array.init)
  }
}
