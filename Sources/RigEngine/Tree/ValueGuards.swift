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
  private(set) var locked: Set<String> = []
  private(set) var maxima: [String: Double] = [:]

  static let lock = ".locked"
  static let maximum = ".maximum"
  /// How the paths of locks and limits end.
  static let suffixes = [lock, maximum]

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
    try check(value.number, node.path, unit: node.kind.unit)
  }

  /// The same for a value that is known by its path.
  func check(_ number: Double?, _ path: String, unit: String?) throws(RigError) {
    try checkLock(path)
    guard let most = maxima[path], let number, number > most else { return }
    let limit = "\(TreeValue.words(most))\(unit.map { " \($0)" } ?? "")"
    throw .refused("'\(path)' goes up to \(limit): its operator has set that as its maximum.")
  }

  /// Refuses what an operator has locked.
  func checkLock(_ path: String) throws(RigError) {
    guard locked.contains(path) else { return }
    throw .refused("'\(path)' is locked; set '\(path)\(Self.lock)' to off first.")
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
