// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word nearest to a mistyped one.

/// The end of a sentence that suggests the known word nearest to `word`; empty when none is near.
func suggestion(for word: String, among known: [String], prefix: String = "") -> String {
  let distances = known.map { (word: $0, distance: editDistance(word, $0)) }
  guard let best = distances.min(by: { $0.distance < $1.distance }),
    best.distance <= max(1, word.count / 3)
  else { return "" }
  return "; did you mean \(prefix)\(best.word)?"
}

/// How many characters must be inserted, removed, replaced or swapped with their neighbour.
private func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var older: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
      row.append(cost)
    }
    older = previous
    previous = row
  }
  return previous[b.count]
}
