// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word nearest to a mistyped one, for presets, paths, commands and
// methods alike.

/// Suggestions for words that are not known.
///
/// > Threading: Any.
package enum Suggestion {
  /// The end of a sentence: the nearest known word, or else the list of what is known.
  package static func among(_ known: [String], for word: String) -> String {
    let meant = meant(by: word, among: known).map { "'\($0)'" }
    if let last = meant.last {
      let others = meant.dropLast().joined(separator: ", ")
      return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }
    return known.isEmpty ? "there is none." : "known are \(list(known))."
  }

  /// The nearest known word and those that `word` is the beginning of, at most three in the order
  /// in which they are known.
  private static func meant(by word: String, among known: [String]) -> [String] {
    guard word.utf8.count <= longestWord else { return [] }
    let nearest = nearest(to: word, among: known)
    let start = word.lowercased()
    let found = known.filter {
      $0 == nearest || (start.count > 1 && $0.lowercased().hasPrefix(start))
    }
    guard found.count > 3 else { return found }
    return nearest.map { [$0] } ?? Array(found.prefix(3))
  }

  /// Words as a list, shortened when there are many.
  package static func list(_ words: [String]) -> String {
    let limit = 16
    let shown = words.prefix(limit).joined(separator: ", ")
    return words.count > limit ? "\(shown) and \(words.count - limit) more" : shown
  }

  /// The longest word that a nearest one is looked for: what people mistype is shorter.
  static let longestWord = 256
  /// How much is compared at most, in pairs of letters; what comes after that is not looked at.
  static let mostSteps = 1_000_000

  /// The known word nearest to `word`, if it is near enough to have been meant.
  ///
  /// What it takes has a bound, however long the word is and however many are known.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    var distance = EditDistance()
    return nearest(to: word, among: known, &distance)
  }

  static func nearest(
    to word: String,
    among known: some Sequence<String>,
    _ distance: inout EditDistance
  ) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let letters = folded(word)
    var best: (word: String, distance: Int)?
    for candidate in known where distance.steps < mostSteps {
      let limit = min(max(1, max(letters.count, candidate.utf8.count) / 3), 4)
      guard abs(letters.count - candidate.utf8.count) <= limit else { continue }
      let nearer = min(limit, (best?.distance ?? .max) - 1)
      guard nearer >= 0 else { break }
      let found = distance.between(letters, folded(candidate), upTo: nearer)
      if found <= nearer { best = (candidate, found) }
    }
    return best?.word
  }

  /// The bytes of a word, whatever the case of its letters.
  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }
}
