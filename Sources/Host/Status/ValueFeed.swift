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
/// A subscriber is told each value that is another one than it was told last, at its rate: what changes more often is
/// told as it is then.
///
/// > Threading: Control.
final class ValueFeed {
  fileprivate struct Subscription {
    let patterns: [PathPattern]
    let interval: Seconds
    let tell: @Sendable (TreeUpdate) -> Void
    var last: MonotonicTime?
    var number = 0
    var generation = -1
    var nodes: [TreeNode] = []
    var told: [TreeValue] = []

    /// How many values an update may have.
    static let mostEntries = 2_000
  }

  /// Who is told.
  enum Subscriber: Hashable {
    case connection(ClientID)
    case watch(TreeWatch)
  }

  private var subscriptions: [Subscriber: Subscription] = [:]
  private var lastWatch = 0

  /// How often values may be told, times a second.
  static let rates = 1.0...60
  static let usualRate = 20.0

  /// The name of a subscription that no connection has.
  func nextWatch() -> TreeWatch {
    lastWatch += 1
    return TreeWatch(number: lastWatch)
  }

  /// Subscribes somebody, instead of to what they had subscribed before; `tell` must return at once.
  func subscribe(
    _ subscriber: Subscriber,
    to patterns: [PathPattern],
    rate: Double?,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) throws(RigError) {
    let rate = rate ?? Self.usualRate
    guard Self.rates.contains(rate) else {
      throw .data("Values are told 1 to 60 times a second, not \(rate) times.")
    }
    subscriptions[subscriber] = Subscription(
      patterns: patterns,
      interval: Seconds(1 / rate),
      tell: tell
    )
  }

  /// Ends a subscription.
  func forget(_ subscriber: Subscriber) { subscriptions[subscriber] = nil }

  /// The shortest time between two updates of anybody; `nil` without subscribers.
  var shortestInterval: Seconds? { subscriptions.values.map(\.interval).min() }

  /// Tells subscribers what has changed, each at its rate; `one` alone, whatever the time, if one is given.
  func tell(of tree: RigTree, now: MonotonicTime, to one: Subscriber? = nil) {
    for (key, old) in subscriptions where one == key || (one == nil && old.isDue(now)) {
      var subscription = old
      subscription.last = now
      subscription.updates(of: tree).forEach(subscription.tell)
      subscriptions[key] = subscription
    }
  }
}

extension ValueFeed.Subscription {
  /// Whether it is time; a tick that comes a little early will do.
  fileprivate func isDue(_ now: MonotonicTime) -> Bool {
    last.map { now.elapsed(since: $0).value >= interval.value * 0.75 } ?? true
  }

  /// What is other than it was told.
  fileprivate mutating func updates(of tree: RigTree) -> [TreeUpdate] {
    let isFull = generation != tree.generation
    if isFull {
      generation = tree.generation
      nodes = tree.nodes(matching: patterns).filter(\.isValue)
    }
    let values = nodes.map(\.value)
    let changed = values.indices.filter { isFull || values[$0] != told[$0] }
    told = values
    let entries = changed.map { TreeEntry(path: nodes[$0].path, value: values[$0]) }
    // All that there is may be more than a line holds.
    let starts = Array(stride(from: 0, to: entries.count, by: Self.mostEntries))
    return (starts.isEmpty && isFull ? [0] : starts).map { start in
      number += 1
      let end = min(start + Self.mostEntries, entries.count)
      return TreeUpdate(
        number: number,
        isFull: isFull && start == 0,
        values: Array(entries[start..<end])
      )
    }
  }
}
