// SPDX-License-Identifier: Apache-2.0
// What an operator keeps others from: values that are locked, and the most that they may be.

import ControlTree
import Presets
import RigErrors

/// Locks and limits of values.
///
/// Each value that can be set has two more below it: `.locked`, and `.maximum` where it is a level or a number. They hold
/// for whoever sets it, at whatever door; the preset and the session rules stand above them. What the preset itself locks or limits
/// nobody lifts.
///
/// > Threading: Control.
final class ValueGuards {
  /// What operators have set, by the paths of the values.
  private(set) var standing = StandingGuards()
  /// The preset that is played.
  private let rig: () -> Rig

  init(_ rig: @escaping () -> Rig) { self.rig = rig }

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
        read: { .toggle(self.isLocked(owner.path)) },
        write: { (value: TreeValue) throws(RigError) in
          if value == .toggle(true) {
            self.standing.locked.insert(owner.path)
          } else {
            try self.checkPreset(owner)
            self.standing.locked.remove(owner.path)
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
      read: { .number(self.maximum(of: owner.path) ?? bounds.upperBound) },
      write: { (value: TreeValue) throws(RigError) in
        guard let most = value.number else { return }
        // A limit below what the preset asks for would keep it from being reached.
        try self.checkRange(value, owner)
        self.standing.maxima[owner.path] = most < bounds.upperBound ? most : nil
        try self.bringDown(owner)
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
  func isLocked(_ path: String) -> Bool { standing.locked.contains(path) || rig().locks(path) }

  /// The most that a value may be, where that is less than its range.
  func maximum(of path: String) -> Double? {
    [standing.maxima[path], rig().range(of: path)?.upperBound].compactMap(\.self).min()
  }

  /// Refuses what an operator or the preset keeps from being set.
  func check(_ value: TreeValue, _ node: TreeNode) throws(RigError) {
    try checkLock(node)
    try checkRange(value, node)
    guard let most = standing.maxima[node.path], let number = value.number, number > most else {
      return
    }
    let limit = "\(TreeValue.words(most))\(node.kind.unit.map { " \($0)" } ?? "")"
    throw .refused("'\(node.path)' goes up to \(limit): its operator has set that as its maximum.")
  }

  func checkLock(_ node: TreeNode) throws(RigError) {
    try checkPreset(node)
    guard standing.locked.contains(node.path) else { return }
    throw .refused("'\(node.path)' is locked; set '\(node.path)\(Self.lock)' to off first.")
  }

  private func checkPreset(_ node: TreeNode) throws(RigError) {
    guard rig().locks(node.path) else { return }
    throw .refused("'\(node.path)' is locked by the preset, and stays so while that is played.")
  }

  private func checkRange(_ value: TreeValue, _ node: TreeNode) throws(RigError) {
    guard let range = rig().range(of: node.path), let number = value.number,
      !range.contains(number)
    else { return }
    let ends = [range.lowerBound, range.upperBound].map(TreeValue.words)
    let unit = node.kind.unit.map { " \($0)" } ?? ""
    throw .refused("'\(node.path)' goes from \(ends[0]) to \(ends[1])\(unit): the preset says so.")
  }

  /// A step goes no further than the limits.
  func limit(_ value: TreeValue, _ node: TreeNode) -> TreeValue {
    guard let number = value.number else { return value }
    let least = rig().range(of: node.path)?.lowerBound ?? -.infinity
    let most = maximum(of: node.path) ?? .infinity
    return number < least ? .number(least) : number > most ? .number(most) : value
  }

  /// What is above its limit comes down to it.
  private func bringDown(_ node: TreeNode) throws(RigError) {
    guard let most = standing.maxima[node.path], let now = node.value.number, now > most else {
      return
    }
    try node.write?(.number(most))
  }

  /// Takes over the locks and limits of an earlier run.
  func adopt(_ standing: StandingGuards, in index: TreeIndex) {
    self.standing = standing
    for path in standing.maxima.keys.sorted() {
      if let node = index.node(path) { try? bringDown(node) }
    }
  }

  func succeed(_ old: ValueGuards) { standing = old.standing }
}

/// The locks and limits that operators have set, by the paths of the values.
package struct StandingGuards: Codable, Hashable, Sendable {
  package var locked: Set<String> = []
  package var maxima: [String: Double] = [:]

  package init() {}
}
