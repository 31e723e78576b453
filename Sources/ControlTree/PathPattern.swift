// SPDX-License-Identifier: Apache-2.0
// Which paths of the tree are meant.

/// A pattern of paths: `deckA` is all of deckA, `*.fader_db` each fader, `**.peak_db` each peak meter, wherever it is.
///
/// `*` stands for any letters of one part, `**` for any parts. A pattern that ends earlier than a path means all that begins so.
public struct PathPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let text: String
  private let parts: [Substring]

  /// Whether it stands for one path and all below it.
  public var isLiteral: Bool { !text.contains("*") }

  /// Reads a pattern; an empty one means everything.
  public init(_ text: String) {
    self.text = text
    parts = text.isEmpty ? [] : Self.parts(of: text)
  }

  /// Whether a path is meant.
  public func matches(_ path: String) -> Bool {
    if isLiteral { return text.isEmpty || path == text || path.hasPrefix(text + ".") }
    return (parts + ["**"]).matches(
      Self.parts(of: path),
      isWildcard: { $0 == "**" },
      isSame: { pattern, part in
        Array(pattern).matches(Array(part), isWildcard: { $0 == "*" }, isSame: { $0 == $1 })
      }
    )
  }

  private static func parts(of text: String) -> [Substring] {
    text.split(separator: ".", omittingEmptySubsequences: false)
  }
}

extension Array {
  /// Whether `text` is what this pattern says, in which a wildcard stands for any number of elements.
  ///
  /// The time is at most the product of both lengths, whatever the pattern.
  fileprivate func matches(
    _ text: [Element],
    isWildcard: (Element) -> Bool,
    isSame: (Element, Element) -> Bool
  ) -> Bool {
    var (place, start) = (0, 0)
    // Where the last wildcard stood, and how much of the text it has taken.
    var wildcard: (place: Int, taken: Int)?
    while start < text.count {
      if place < count, isWildcard(self[place]) {
        wildcard = (place, start)
        place += 1
      } else if place < count, isSame(self[place], text[start]) {
        (place, start) = (place + 1, start + 1)
      } else if let last = wildcard {
        wildcard = (last.place, last.taken + 1)
        (place, start) = (last.place + 1, last.taken + 1)
      } else {
        return false
      }
    }
    return self[place...].allSatisfy(isWildcard)
  }
}
