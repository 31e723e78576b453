// SPDX-License-Identifier: Apache-2.0
// Puts nodes in an order in which each comes after all nodes that it listens to.

import Ordering

/// The order of nodes that the connections ask for.
struct ExecutionOrder {
  private let names: [String]
  private var successors: [[(node: Int, position: Position)]]

  init(names: [String]) {
    self.names = names
    successors = Array(repeating: [], count: names.count)
  }

  /// Notes that a node must run before another one.
  mutating func add(_ node: Int, before other: Int, at position: Position) {
    successors[node].append((other, position))
  }

  /// The nodes in order; those without a constraint keep the order of the file.
  func sorted() -> [Int] {
    dependencyOrder(successors: successors.map { $0.map(\.node) })
  }

  /// A circle of nodes, as `a -> b -> a`, and the connection that closes it; `nil` when there is
  /// none.
  func cycle() -> (names: String, position: Position)? {
    let inOrder = Set(sorted())
    guard let start = names.indices.first(where: { !inOrder.contains($0) }) else { return nil }
    // Every remaining node follows another remaining one, so going back must reach the same node
    // again.
    var predecessor: [Int: (node: Int, position: Position)] = [:]
    for (node, edges) in successors.enumerated() where !inOrder.contains(node) {
      for edge in edges where predecessor[edge.node] == nil {
        predecessor[edge.node] = (node, edge.position)
      }
    }
    var seen: [Int] = []
    var node = start
    while !seen.contains(node), let previous = predecessor[node] {
      seen.append(node)
      node = previous.node
    }
    guard let meeting = seen.firstIndex(of: node) else { return nil }
    let backwards = Array(seen[meeting...])
    guard let first = backwards.indices.min(by: { backwards[$0] < backwards[$1] }) else {
      return nil
    }
    let rotated = Array(backwards[first...] + backwards[..<first])
    let circle = [rotated[0]] + rotated.dropFirst().reversed() + [rotated[0]]
    guard let closing = predecessor[rotated[0]]?.position else { return nil }
    return (circle.map { names[$0] }.joined(separator: " -> "), closing)
  }
}
