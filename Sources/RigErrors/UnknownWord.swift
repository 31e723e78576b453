// SPDX-License-Identifier: Apache-2.0
// An unknown word, and the known ones: the suggestion is looked up when the sentence is read.

import Suggestions

/// An unknown word of a request, with the known ones.
package struct UnknownWord: Hashable, Sendable {
  private let word: String
  private let known: [String]
  private let arePaths: Bool
  private let advice: String?

  /// Describes an unknown word.
  ///
  /// - Parameters:
  ///   - word: the unknown word.
  ///   - known: the known words.
  ///   - arePaths: whether the beginning of a known word, up to a dot, may be meant as well.
  ///   - advice: the end of the sentence if no known word is near; by default a list of the known
  ///     ones.
  package init(
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

  /// Sessions, plugins and the like: the part before each dot of a known word, each once.
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
