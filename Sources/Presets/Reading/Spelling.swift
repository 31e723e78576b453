// SPDX-License-Identifier: Apache-2.0
// The ends of sentences about unknown words in presets.

import Suggestions

/// Guesses at misspelt words.
enum Spelling {
  /// The end of a sentence that offers the known word nearest to `word`, or nothing when none is
  /// near.
  static func hint(_ word: String, among known: some Sequence<String>) -> String {
    guard let nearest = nearest(word, among: known) else { return "" }
    // The two words look the same: names the differing letter.
    let strange = word.lookalike.map { " (\($0))" } ?? ""
    return ": did you mean '\(nearest)'?\(strange)"
  }

  /// The known word nearest to `word`, if one is near.
  static func nearest(_ word: String, among known: some Sequence<String>) -> String? {
    // A strange letter is one mistake, however many bytes it has.
    let letters = word.unicodeScalars.map { $0.isASCII ? $0 : "?" }
    return Suggestion.nearest(to: String(String.UnicodeScalarView(letters)), among: known)
  }

  /// The hint, or else the list of known words.
  static func hintOrList(_ word: String, among known: [String], of what: String) -> String {
    let hint = hint(word, among: known)
    guard hint.isEmpty else { return hint }
    return known.isEmpty ? ": there are no \(what)" : ": \(what) are \(list(known))"
  }

  /// Words as a list, shortened when there are many.
  static func list(_ words: [String]) -> String {
    Suggestion.list(words)
  }
}
