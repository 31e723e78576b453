// SPDX-License-Identifier: Apache-2.0
// Finds the word that was probably meant.

/// Guesses at misspelt words.
package enum Spelling {
  /// The end of a sentence that offers the known word nearest to `word`, or nothing when none is near.
  package static func hint(_ word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { ": did you mean '\($0)'?" } ?? ""
  }

  /// The same, or else the list of what is known.
  package static func hintOrList(_ word: String, among known: [String], of what: String) -> String {
    let hint = hint(word, among: known)
    guard hint.isEmpty else { return hint }
    return known.isEmpty ? ": there are no \(what)" : ": \(what) are \(list(known))"
  }

  /// Words as a list, shortened when there are many.
  static func list(_ words: [String]) -> String {
    let limit = 16
    let shown = words.prefix(limit).joined(separator: ", ")
    return words.count > limit ? "\(shown) and \(words.count - limit) more" : shown
  }

  /// The known word nearest to `word`, if it is near enough to have been meant.
  static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let other = Array(candidate.lowercased().utf8)
      let limit = min(max(1, max(letters.count, other.count) / 3), 4)
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other, upTo: limit)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.word
  }

  /// How many letters to insert, drop, replace or swap with their neighbour (Damerau and Levenshtein);
  /// counts no further than just beyond `limit`.
  static func distance(_ lhs: [UInt8], _ rhs: [UInt8], upTo limit: Int = .max) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for row in lhs.indices {
      var current = [row + 1]
      for column in rhs.indices {
        let replaced = last[column] + (lhs[row] == rhs[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && lhs[row] == rhs[column - 1] && lhs[row - 1] == rhs[column]
        if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
        current.append(cost)
      }
      guard current.min() ?? 0 <= limit else { return limit + 1 }
      beforeLast = last
      last = current
    }
    return last[rhs.count]
  }
}
