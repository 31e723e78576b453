// SPDX-License-Identifier: Apache-2.0
// Who is told of values, how often, and what they know already.

import ControlProtocol
import ControlServer
import ControlTree
import Quantities
import RigEngine
import RigErrors

/// The subscriptions to values of the tree.
///
/// A subscriber is told each value that is another one than it was told last, at its rate: what
/// changes more often is told as it is then. Those who want the same are told together: a hundred
/// pages with the same meters cost one reading.
///
/// > Threading: Control.
final class ValueFeed {
  /// Who is told.
  enum Subscriber: Hashable {
    case connection(ClientID)
    case watch(TreeWatch)
  }

  /// What subscribers want; those who want the same share a `ValueGroup`.
  struct Wish: Hashable {
    /// Of a rig that comes later, who is told already asks for nothing that has to be there.
    let question: TreeQuestion
    let rate: Double

    init(_ question: TreeQuestion, rate: Double?) {
      self.question = question
      self.rate = rate ?? ValueFeed.usualRate
    }
  }

  private var groups: [Wish: ValueGroup] = [:]
  private var wishes: [Subscriber: Wish] = [:]
  private var lastWatch = 0
  /// Where is looked for what is wanted.
  let searches = TaskQueue("Tarmac values")
  /// Whose turn it is: who wants so much that it takes long is told less often, and nobody else.
  private var clock = FairClock()
  /// Whether somebody looks for what is wanted in a rig that is another one now.
  private var isRenewing = false

  /// How long the rig may be read for in one go, in seconds.
  private static let longestReading = Seconds(0.005)

  /// How often values may be told, times a second.
  static let rates = 1.0...60
  static let usualRate = 20.0

  /// The name of a subscription that no connection has.
  func nextWatch() -> TreeWatch {
    lastWatch += 1
    return TreeWatch(number: lastWatch)
  }

  /// Subscribes somebody, instead of to what they had subscribed before, and tells them all that
  /// there is; `tell` must return at once.
  func subscribe(
    _ subscriber: Subscriber,
    to wish: Wish,
    _ nodes: [TreeNode],
    of tree: RigTree,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) throws(RigError) {
    guard Self.rates.contains(wish.rate) else {
      throw .data("Values are told 1 to 60 times a second, not \(wish.rate) times.")
    }
    forget(subscriber)
    wishes[subscriber] = wish
    var group = groups[wish] ?? ValueGroup(interval: Seconds(1 / wish.rate))
    group.add(subscriber, tell)
    group.adopt(nodes, of: tree)
    group.tell(all: subscriber)
    groups[wish] = group
  }

  /// Ends a subscription.
  func forget(_ subscriber: Subscriber) {
    guard let wish = wishes.removeValue(forKey: subscriber) else { return }
    groups[wish]?.remove(subscriber)
    if groups[wish]?.isEmpty == true { groups[wish] = nil }
  }

  /// The shortest time between two updates of anybody; `nil` without subscribers.
  var shortestInterval: Seconds? { groups.values.map(\.interval).min() }

  /// Tells subscribers what has changed, each at its rate, or less often while that takes longer
  /// than there is time for.
  func tell(of tree: RigTree, now: MonotonicTime) {
    let end = now.after(Self.longestReading)
    let due = groups.filter { $0.value.isDue(now) && $0.value.knows(tree) }
      .map { ($0.key, clock.finish(tag: $0.value.tag, needing: $0.value.time)) }
      .sorted { $0.1 < $1.1 }
    for (wish, finish) in due {
      groups[wish]?.tell(now: now, finishing: finish)
      clock.pass(groups[wish]?.time ?? .zero, among: due.count)
      if .now > end { return }
    }
  }

  // MARK: Another rig

  /// Whether somebody has to look for what is wanted, in a rig that is another one now; the caller
  /// does.
  func beginsRenewal(of tree: RigTree) -> Bool {
    let strangers = groups.filter { !$0.value.knows(tree) }.keys
    for wish in strangers { groups[wish]?.letGo() }
    defer { isRenewing = isRenewing || !strangers.isEmpty }
    return !isRenewing && !strangers.isEmpty
  }

  /// What is to be looked for next; `nil` at the end.
  func nextRenewal(of tree: RigTree?) -> Wish? {
    let next = tree.flatMap { tree in
      groups.filter { !$0.value.knows(tree) }.min {
        $0.key.question.patterns.count < $1.key.question.patterns.count
      }
    }
    isRenewing = next != nil
    return next?.key
  }

  /// Goes on with what was found; everybody is told everything again.
  func adopt(_ nodes: [TreeNode], for wish: Wish, of tree: RigTree) {
    groups[wish]?.adopt(nodes, of: tree)
  }

  /// Ends the search before its time.
  func endRenewal() { isRenewing = false }
}
