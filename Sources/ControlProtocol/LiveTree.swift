// SPDX-License-Identifier: Apache-2.0
// The tree of a running rig, for the doors that don't speak JSON.

package import ControlTree
package import Quantities
package import RigErrors

/// The tree of a running rig: everything that a client of a door can read, set or trigger.
///
/// Requests are carried out in the order in which they arrive.
///
/// > Threading: Any.
package protocol LiveTree: Sendable {
  /// The nodes that there are, with their present values.
  ///
  /// - Parameter patterns: paths, beginnings of paths, or patterns with `*` and `**`; without any,
  ///   everything.
  /// - Throws: a sentence that names a path that is not there.
  /// - Returns: the nodes, in the order of the tree.
  func describe(_ patterns: [String]) async throws(RigError) -> [NodeDescription]

  /// Changes a value, at once or over a time; what is refused changes nothing.
  ///
  /// - Parameters:
  ///   - path: which one.
  ///   - change: the new value.
  ///   - fade: how it gets there, if not at once.
  ///   - moment: when, if not now. What can begin within a cycle begins at its frame, everything
  ///     else with the cycle.
  ///   - visitor: the client that asks.
  /// - Throws: why not, in a sentence.
  /// - Returns: the value, as it will be in the end.
  @discardableResult
  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: RequestOrigin
  ) async throws(RigError) -> TreeValue

  /// Fires a trigger, and returns once it is done.
  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: RequestOrigin
  ) async throws(RigError)

  /// Subscribes to values: `tell` gets all of them first, then what changes.
  ///
  /// - Parameters:
  ///   - patterns: as for `describe`.
  ///   - rate_hz: how often at most, from 1 to 60 times a second.
  ///   - tell: gets the values; it must return at once.
  /// - Throws: a sentence that names what is wrong with the request.
  /// - Returns: the subscription, for `endWatch`.
  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) async throws(RigError) -> TreeWatch

  /// Ends a subscription.
  func endWatch(_ watch: TreeWatch) async

  /// Runs a long task of a door, on the rig or beside it, when it is the turn of the client that
  /// asked for it.
  ///
  /// What the task asks of the tree is then part of that turn. Without a client it runs at once.
  ///
  /// - Parameters:
  ///   - kind: what is done: one of few names.
  ///   - body: does it.
  /// - Throws: what `body` throws.
  /// - Returns: what `body` returns.
  func inTurn<Value: Sendable>(
    for kind: String,
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value
}

extension LiveTree {
  /// Runs the task at once; clients have no turns here.
  ///
  /// - Parameters:
  ///   - kind: what is done: one of few names.
  ///   - body: does it.
  /// - Throws: what `body` throws.
  /// - Returns: what `body` returns.
  package func inTurn<Value: Sendable>(
    for kind: String,
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    try await body()
  }

  /// Calls `tell` whenever the paths of the tree may have changed, the first time at once.
  ///
  /// - Parameter tell: is called; it must return at once.
  /// - Throws: a sentence that says why nobody can watch.
  /// - Returns: the subscription, for `endWatch`.
  package func watchPaths(
    _ tell: @escaping @Sendable () -> Void
  ) async throws(RigError) -> TreeWatch {
    // The pattern matches nothing, but each subscriber gets a full update when the paths change.
    try await watch(["*.no value of any rig"], rate_hz: 20) { update in
      if update.isFull { tell() }
    }
  }
}

/// A subscription to values of the tree.
package struct TreeWatch: Hashable, Sendable {
  /// Its number, which no other one has.
  package let number: Int

  /// Names a subscription.
  package init(number: Int) { self.number = number }
}
