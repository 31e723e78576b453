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
/// told as it is then. Those who want the same are told together: a hundred pages with the same meters cost one reading.
///
/// > Threading: Control.
final class ValueFeed {
  /// Who is told.
  enum Subscriber: Hashable {
    case connection(ClientID)
    case watch(TreeWatch)
  }

  /// What subscribers want; those who want the same share a `ValueGroup`.
  fileprivate struct Wish: Hashable {
    let patterns: [PathPattern]
    let rate: Double
  }

  private var groups: [Wish: ValueGroup] = [:]
  private var wishes: [Subscriber: Wish] = [:]
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
    forget(subscriber)
    let wish = Wish(patterns: patterns, rate: rate)
    wishes[subscriber] = wish
    groups[wish, default: ValueGroup(patterns, interval: Seconds(1 / rate))].add(subscriber, tell)
  }

  /// Ends a subscription.
  func forget(_ subscriber: Subscriber) {
    guard let wish = wishes.removeValue(forKey: subscriber) else { return }
    groups[wish]?.remove(subscriber)
    if groups[wish]?.isEmpty == true { groups[wish] = nil }
  }

  /// The shortest time between two updates of anybody; `nil` without subscribers.
  var shortestInterval: Seconds? { groups.values.map(\.interval).min() }

  /// Tells subscribers what has changed, each at its rate.
  func tell(of tree: RigTree, now: MonotonicTime) {
    for wish in groups.keys { groups[wish]?.tell(of: tree, now: now) }
  }

  /// Tells one subscriber all that it has subscribed to, whatever the time.
  func tell(all subscriber: Subscriber, of tree: RigTree) {
    guard let wish = wishes[subscriber] else { return }
    groups[wish]?.tell(all: subscriber, of: tree)
  }
}
