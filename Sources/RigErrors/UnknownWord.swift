// SPDX-License-Identifier: Apache-2.0
// A word that is not known, and those that are: what was meant is looked for when somebody wants to
// read it.

import Suggestions

/// A word of a request that is not known, among those that are.
public struct UnknownWord: Hashable, Sendable {
  private let word: String
  private let known: [String]
  private let arePaths: Bool
  private let advice: String?

  /// Describes one.
  ///
  /// - Parameters:
  ///   - word: what is not known.
  ///   - known: what is.
  ///   - arePaths: whether the beginning of a known word, up to a dot, may be meant as well.
  ///   - advice: how the sentence ends if none is near; if nothing is said, with a list of those
  ///     that are known.
  public init(
    _ word: String,
    among known: [String],
    arePaths: Bool = false,
    orElse advice: String? = nil
  ) {
    (self.word, self.known) = (word, known)
    (self.arePaths, self.advice) = (arePaths, advice)
  }

  /// The end of the sentence.
  var hint: String {
    guard let advice else { return Suggestion.among(known, for: word) }
    let nearest = Suggestion.nearest(to: word, among: arePaths ? known + beginnings : known)
    return nearest.map { "did you mean '\($0)'?" } ?? advice
  }

  /// Sessions, plugins and the like: what stands before a dot of a known word, each once.
  private var beginnings: [String] {
    var (found, seen): ([String], Set<Substring>) = ([], [])
    for path in known {
      var rest = path[...]
      while let dot = rest.lastIndex(of: "."), seen.insert(rest[..<dot]).inserted {
        found.append(String(rest[..<dot]))
        rest = rest[..<dot]
      }
    }
    return found
  }
}
