// SPDX-License-Identifier: Apache-2.0
// Everything comes after what it depends on, whatever else it could choose.

import Ordering
import SeededNumbers
import Testing

@Suite("Order of dependencies")
struct DependencyOrderTests {
  @Test(
    "each stands after what it depends on, the free ones by their numbers",
    arguments: [
      ([], []),
      ([[], [], []], [0, 1, 2]),
      ([[], [0], [1]], [2, 1, 0]),
      ([[3], [3], [], []], [0, 1, 2, 3]),
      ([[], [0, 2], [0], [1]], [3, 1, 2, 0]),
      ([[1, 1], [2], []], [0, 1, 2]),
    ] as [([[Int]], [Int])]
  )
  func order(_ successors: [[Int]], _ expected: [Int]) {
    #expect(dependencyOrder(successors: successors) == expected)
    #expect(dependencyOrder(successors: successors, breakingCircles: true) == expected)
  }

  @Test(
    "those in a circle, and all behind it, are left out, or the first of them goes ahead",
    arguments: [
      ([[0]], [], [0]),
      ([[1], [0]], [], [0, 1]),
      ([[], [2], [3], [1, 4], []], [0], [0, 1, 2, 3, 4]),
      ([[2], [2, 0], [1]], [], [0, 1, 2]),
      ([[], [0, 2], [1], [1]], [3], [3, 0, 1, 2]),
    ] as [([[Int]], [Int], [Int])]
  )
  func circles(_ successors: [[Int]], _ without: [Int], _ broken: [Int]) {
    #expect(dependencyOrder(successors: successors) == without)
    #expect(dependencyOrder(successors: successors, breakingCircles: true) == broken)
  }

  @Test("a thousand made-up graphs come in the order that a slow search finds", arguments: 0..<10)
  func randomGraphs(_ seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    for _ in 0..<100 {
      let count = Int.random(in: 1...12, using: &numbers)
      let successors = (0..<count).map { _ in
        (0..<Int.random(in: 0...2, using: &numbers)).map { _ in
          Int.random(in: 0..<count, using: &numbers)
        }
      }
      for isBroken in [false, true] {
        let order = dependencyOrder(successors: successors, breakingCircles: isBroken)
        #expect(order == searched(successors, isBroken), "\(successors)")
      }
    }
  }

  /// Takes the first one that waits for no other, again and again.
  private func searched(_ successors: [[Int]], _ isBroken: Bool) -> [Int] {
    var left = Array(successors.indices)
    var order: [Int] = []
    while !left.isEmpty {
      let free = left.firstIndex { number in !left.contains { successors[$0].contains(number) } }
      guard let next = free ?? (isBroken ? 0 : nil) else { return order }
      order.append(left.remove(at: next))
    }
    return order
  }
}
