// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word nearest to a mistyped one, for presets, paths, commands and methods alike.

/// Suggestions for words that are not known.
///
/// > Threading: Any.
public enum Suggestion {
  /// The end of a sentence: the nearest known word, or else the list of what is known.
  public static func among(_ known: [String], for word: String) -> String {
    let meant = meant(by: word, among: known).map { "'\($0)'" }
    if let last = meant.last {
      let others = meant.dropLast().joined(separator: ", ")
      return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }
    return known.isEmpty ? "there is none." : "known are \(list(known))."
  }

  /// The nearest known word and those that `word` is the beginning of, at most three in the order in which they are known.
  private static func meant(by word: String, among known: [String]) -> [String] {
    let nearest = nearest(to: word, among: known)
    let start = word.lowercased()
    let found = known.filter {
      $0 == nearest || (start.count > 1 && $0.lowercased().hasPrefix(start))
    }
    guard found.count > 3 else { return found }
    return nearest.map { [$0] } ?? Array(found.prefix(3))
  }

  /// Words as a list, shortened when there are many.
  public static func list(_ words: [String]) -> String {
    let limit = 16
    let shown = words.prefix(limit).joined(separator: ", ")
    return words.count > limit ? "\(shown) and \(words.count - limit) more" : shown
  }

  /// The known word nearest to `word`, if it is near enough to have been meant.
  public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
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
  static func distance(_ lhs: [UInt8], _ rhs: [UInt8], upTo limit: Int) -> Int {
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
