// SPDX-License-Identifier: Apache-2.0
// What somebody who misspelt a name may have meant.

extension [String] {
  /// The element that takes the fewest changes to become `name`; `nil` when all take too many.
  func nearest(to name: String) -> String? {
    // A name may come from anywhere; the work is bounded.
    guard name.utf8.count <= 64 else { return nil }
    let nearest = map { (name: $0, distance: Self.distance($0, name)) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= nearest.name.utf8.count / 2 else { return nil }
    return nearest.name
  }

  /// How many letters have to be put in, taken out or exchanged.
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array<UInt8>(second.utf8)
    var row = Array<Int>(0...second.count)
    for (index, letter) in first.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let exchange = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(exchange, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
