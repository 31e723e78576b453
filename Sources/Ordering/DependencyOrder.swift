// SPDX-License-Identifier: Apache-2.0
// Puts items in an order in which each comes after all that it depends on.

/// The numbers of items in the order of their dependencies; items without a constraint are in
/// ascending order.
///
/// - Parameters:
///   - successors: for each item those that must come after it; one may be named more than once.
///   - breakingCircles: whether the first item of a circle goes ahead of the others; otherwise the
///     circle and all that comes after it are left out.
/// - Returns: the numbers, from 0 on, in order.
package func dependencyOrder(successors: [[Int]], breakingCircles: Bool = false) -> [Int] {
  var waiting = [Int](repeating: 0, count: successors.count)
  for other in successors.joined() { waiting[other] += 1 }
  // Descending, so that the one with the lowest number is the last here.
  var ready = waiting.indices.reversed().filter { waiting[$0] == 0 }
  var isPlaced = [Bool](repeating: false, count: successors.count)
  var order: [Int] = []
  while order.count < successors.count {
    guard let next = ready.popLast() ?? (breakingCircles ? isPlaced.firstIndex(of: false) : nil)
    else { return order }
    order.append(next)
    isPlaced[next] = true
    for other in successors[next] {
      waiting[other] -= 1
      guard waiting[other] == 0, !isPlaced[other] else { continue }
      ready.insert(other, at: index(of: other, in: ready))
    }
  }
  return order
}

/// Where a number belongs in a descending list.
private func index(of number: Int, in list: [Int]) -> Int {
  var range = 0..<list.count
  while !range.isEmpty {
    let middle = range.lowerBound + range.count / 2
    range = list[middle] > number ? middle + 1..<range.upperBound : range.lowerBound..<middle
  }
  return range.lowerBound
}
