// SPDX-License-Identifier: Apache-2.0
// What an operator keeps others from: values that are locked, and the most that they may be.

import ControlTree
import RigErrors
import RigModel

/// Locks and limits of values.
///
/// Each value that can be set has two more below it: `.locked`, and `.maximum` where it is a level
/// or a number. They hold for every client, on every protocol; the preset and the session rules go
/// before them. What the preset itself locks or limits nobody lifts.
///
/// > Threading: Control.
final class ValueGuards {
  /// What operators have set, by the paths of the values.
  private(set) var standing = StandingGuards()
  /// The preset that is played.
  private let rig: () -> Rig

  init(_ rig: @escaping () -> Rig) { self.rig = rig }

  static let lock = ".\(RigPath.Guard.locked)"
  static let maximum = ".\(RigPath.Guard.maximum)"
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
        read: { .toggle(self.isLocked(owner.path)) },
        write: { (value: TreeValue) throws(RigError) in
          if value == .toggle(true) {
            self.standing.locked.insert(owner.path)
          } else {
            try self.checkPreset(owner.path)
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
        try self.checkRange(most, owner.path, unit: owner.kind.unit)
        self.standing.maxima[owner.path] = most < bounds.upperBound ? most : nil
        try self.bringDown(owner)
      }
    )
  }

  /// The value that a lock or a limit is about.
  func owner(of path: String, in index: TreeIndex) -> TreeNode? {
    Self.suffixes.lazy.compactMap { self.owner(of: path, $0, in: index) }.first
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
    try check(value.number, node.path, unit: node.kind.unit)
  }

  /// The same for a value that is known by its path.
  func check(_ number: Double?, _ path: String, unit: String?) throws(RigError) {
    try checkLock(path)
    try checkRange(number, path, unit: unit)
    guard let most = standing.maxima[path], let number, number > most else { return }
    let limit = "\(TreeValue.words(most))\(unit.map { " \($0)" } ?? "")"
    throw .refused("'\(path)' goes up to \(limit): its operator has set that as its maximum.")
  }

  /// Refuses what an operator or the preset has locked.
  func checkLock(_ path: String) throws(RigError) {
    try checkPreset(path)
    guard standing.locked.contains(path) else { return }
    throw .refused("'\(path)' is locked; set '\(path)\(Self.lock)' to off first.")
  }

  private func checkPreset(_ path: String) throws(RigError) {
    guard rig().locks(path) else { return }
    throw .refused("'\(path)' is locked by the preset, and stays so while that is played.")
  }

  private func checkRange(_ number: Double?, _ path: String, unit: String?) throws(RigError) {
    guard let range = rig().range(of: path), let number, !range.contains(number) else { return }
    let ends = [range.lowerBound, range.upperBound].map(TreeValue.words)
    let words = unit.map { " \($0)" } ?? ""
    throw .refused("'\(path)' goes from \(ends[0]) to \(ends[1])\(words): the preset says so.")
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
    node.remember?(node.value)
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
