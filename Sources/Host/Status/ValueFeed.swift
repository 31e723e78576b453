// SPDX-License-Identifier: Apache-2.0
// Which subscribers receive values, how often, and what they have received already.

import ControlProtocol
import ControlServer
import ControlTree
import Quantities
import RigEngine
import RigErrors

/// The subscriptions to values of the tree.
///
/// A subscriber receives each value that has changed since its last update, at its own rate; a
/// value that changes more often arrives as it is at that time. Subscribers that want the same
/// share one reading: a hundred pages with the same meters cost no more than one.
///
/// > Threading: Control.
final class ValueFeed {
  /// A receiver of values.
  enum Subscriber: Hashable {
    case connection(ClientID)
    case watch(TreeWatch)
  }

  /// What a subscriber wants; subscribers that want the same share a `ValueGroup`.
  struct Wish: Hashable {
    /// The paths that are wanted; once subscribed, a later rig need not have any of them.
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
  /// The queue on which wanted values are looked up.
  let searches = TaskQueue("Tarmac values")
  /// Decides whose turn it is: a group that takes long to read is updated less often, and no other
  /// is.
  private var clock = FairClock()
  /// Whether wanted values are being looked up because the rig has changed.
  private var isRenewing = false

  /// How long the rig may be read in one go.
  private static let longestReading = Seconds(0.005)

  /// How often values may be sent, in times per second.
  static let rates = 1.0...60
  static let usualRate = 20.0

  /// A new name for a subscription that belongs to no connection.
  func nextWatch() -> TreeWatch {
    lastWatch += 1
    return TreeWatch(number: lastWatch)
  }

  /// Subscribes a client in place of its earlier subscription, and sends it all values; `tell` must
  /// return at once.
  func subscribe(
    _ subscriber: Subscriber,
    to wish: Wish,
    _ nodes: [TreeNode],
    of tree: RigTree,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) throws(RigError) {
    guard Self.rates.contains(wish.rate) else {
      throw .data("Values are sent 1 to 60 times a second, not \(wish.rate) times.")
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

  /// The shortest time between two updates of any subscriber; `nil` without subscribers.
  var shortestInterval: Seconds? { groups.values.map(\.interval).min() }

  /// Sends subscribers what has changed, each at its rate, or less often while there is too little
  /// time for that.
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

  /// Whether wanted values must be looked up because the rig has changed; if so, the caller has to
  /// do it.
  func beginsRenewal(of tree: RigTree) -> Bool {
    let strangers = groups.filter { !$0.value.knows(tree) }.keys
    for wish in strangers { groups[wish]?.letGo() }
    defer { isRenewing = isRenewing || !strangers.isEmpty }
    return !isRenewing && !strangers.isEmpty
  }

  /// What is to be looked up next; `nil` at the end.
  func nextRenewal(of tree: RigTree?) -> Wish? {
    let next = tree.flatMap { tree in
      groups.filter { !$0.value.knows(tree) }.min {
        $0.key.question.patterns.count < $1.key.question.patterns.count
      }
    }
    isRenewing = next != nil
    return next?.key
  }

  /// Takes what was found; its subscribers receive all values again.
  func adopt(_ nodes: [TreeNode], for wish: Wish, of tree: RigTree) {
    groups[wish]?.adopt(nodes, of: tree)
  }

  /// Ends the lookup early.
  func endRenewal() { isRenewing = false }
}
