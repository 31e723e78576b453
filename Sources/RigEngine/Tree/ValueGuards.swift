// SPDX-License-Identifier: Apache-2.0
// What an operator keeps others from: values that are locked, and the most that they may be.

import ControlTree
import RigErrors

/// Locks and limits of values.
///
/// Each value that can be set has two more below it: `.locked`, and `.maximum` where it is a level or a number. They hold
/// for whoever sets it, at whatever door; the preset and the session rules stand above them.
///
/// > Threading: Control.
final class ValueGuards {
  private var locked: Set<String> = []
  private var maxima: [String: Double] = [:]

  private static let lock = ".locked"
  private static let maximum = ".maximum"

  /// The lock or the limit that a path means.
  func node(_ path: String, in index: TreeIndex) -> TreeNode? {
    if let owner = owner(of: path, Self.lock, in: index) {
      return TreeNode(
        owner.path + Self.lock,
        .toggle(),
        "Whether '\(owner.path)' is kept from being set.",
        default: .toggle(false),
        read: { .toggle(self.locked.contains(owner.path)) },
        write: { (value: TreeValue) throws(RigError) in
          if value == .toggle(true) {
            self.locked.insert(owner.path)
          } else {
            self.locked.remove(owner.path)
          }
        }
      )
    }
    guard let owner = owner(of: path, Self.maximum, in: index), let bounds = owner.kind.bounds,
      owner.kind.isContinuous
    else { return nil }
    return TreeNode(
      owner.path + Self.maximum,
      owner.kind,
      "The most that '\(owner.path)' can be set to.",
      default: .number(bounds.upperBound),
      read: { .number(self.maxima[owner.path] ?? bounds.upperBound) },
      write: { (value: TreeValue) throws(RigError) in
        guard let most = value.number else { return }
        self.maxima[owner.path] = most < bounds.upperBound ? most : nil
        // What is above it now comes down to it.
        if let now = owner.value.number, now > most { try owner.write?(.number(most)) }
      }
    )
  }

  /// The locks and limits that patterns name, which end in theirs.
  ///
  /// What means everything leaves them out: each value has them.
  func nodes(matching patterns: [PathPattern], in index: TreeIndex) -> [TreeNode] {
    [Self.lock, Self.maximum].flatMap { suffix in
      let naming = patterns.filter { $0.text.hasSuffix(suffix) }
      guard !naming.isEmpty else { return [TreeNode]() }
      return index.nodes.map { $0.path + suffix }
        .filter { path in index.node(path) == nil && naming.contains { $0.matches(path) } }
        .compactMap { node($0, in: index) }
    }
  }

  private func owner(of path: String, _ suffix: String, in index: TreeIndex) -> TreeNode? {
    guard path.hasSuffix(suffix), let node = index.node(String(path.dropLast(suffix.count))),
      !node.isReadOnly
    else { return nil }
    return node
  }

  /// Whether a value is locked.
  func isLocked(_ path: String) -> Bool { locked.contains(path) }

  /// The most that a value may be, where that is less than its range.
  func maximum(of path: String) -> Double? { maxima[path] }

  /// Refuses what an operator keeps from being set.
  func check(_ value: TreeValue, _ node: TreeNode) throws(RigError) {
    try checkLock(node)
    guard let most = maxima[node.path], let number = value.number, number > most else { return }
    let limit = "\(TreeValue.words(most))\(node.kind.unit.map { " \($0)" } ?? "")"
    throw .refused("'\(node.path)' goes up to \(limit): its operator has set that as its maximum.")
  }

  func checkLock(_ node: TreeNode) throws(RigError) {
    guard locked.contains(node.path) else { return }
    throw .refused("'\(node.path)' is locked; set '\(node.path)\(Self.lock)' to off first.")
  }

  /// A step goes no further than the limit.
  func limit(_ value: TreeValue, _ node: TreeNode) -> TreeValue {
    guard let most = maxima[node.path], let number = value.number, number > most else {
      return value
    }
    return .number(most)
  }

  func succeed(_ old: ValueGuards) {
    (locked, maxima) = (old.locked, old.maxima)
  }
}
