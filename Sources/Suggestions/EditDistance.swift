// SPDX-License-Identifier: Apache-2.0
// How far two words are from one another, counted no further than is of interest.

/// Counts how many letters to insert, drop, replace or swap with their neighbour (Damerau and
/// Levenshtein).
///
/// Of the table of both words only the cells are filled that can lead to a distance within the
/// limit.
struct EditDistance {
  /// How many cells have been filled.
  private(set) var steps = 0
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  /// The distance between two words; just more than `limit` where it is more.
  mutating func between(_ lhs: [UInt8], _ rhs: [UInt8], upTo limit: Int) -> Int {
    let limit = min(limit, max(lhs.count, rhs.count))
    let far = limit + 1
    guard abs(lhs.count - rhs.count) <= limit else { return far }
    last = (0...rhs.count).map { min($0, far) }
    beforeLast = Array(repeating: far, count: last.count)
    current = beforeLast
    for row in lhs.indices {
      let (first, end) = (max(0, row - limit), min(rhs.count, row + limit + 1))
      current[first] = first == 0 ? min(row + 1, far) : far
      var least = current[first]
      for column in first..<end {
        let replaced = last[column] + (lhs[row] == rhs[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1, far)
        let isSwap =
          row > 0 && column > 0 && lhs[row] == rhs[column - 1] && lhs[row - 1] == rhs[column]
        if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
        current[column + 1] = cost
        least = min(least, cost)
      }
      // The next row looks one further.
      if end < rhs.count { current[end + 1] = far }
      steps += end - first
      guard least <= limit else { return far }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[rhs.count]
  }
}
