// SPDX-License-Identifier: Apache-2.0
// The tree of a rig that runs, as the doors see it that don't speak JSON.

public import ControlTree
public import Quantities
public import RigErrors

/// The tree of a rig that runs: everything that can be read, set or done, for whoever stands at a
/// door.
///
/// What is asked for first is done first.
///
/// > Threading: Any.
public protocol LiveTree: Sendable {
  /// What there is, with its values of this moment.
  ///
  /// - Parameter patterns: paths, beginnings of paths, or patterns with `*` and `**`; everything
  ///   without any.
  /// - Throws: a sentence that names a path that is not there.
  /// - Returns: the nodes, in the order of the tree.
  func describe(_ patterns: [String]) async throws(RigError) -> [NodeDescription]

  /// Changes a value, at once or over a time; what is refused changes nothing.
  ///
  /// - Parameters:
  ///   - path: which one.
  ///   - change: what it is to be.
  ///   - fade: how it gets there, if not at once.
  ///   - moment: when, if not now. What can begin within a cycle begins at its frame, everything
  ///     else with the cycle.
  ///   - visitor: who asks.
  /// - Throws: why not, in a sentence.
  /// - Returns: the value, as it will be in the end.
  @discardableResult
  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: Visitor
  ) async throws(RigError) -> TreeValue

  /// Does what a trigger does, and returns once it is done.
  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: Visitor
  ) async throws(RigError)

  /// Tells values from now on: first all that are meant, then what changes.
  ///
  /// - Parameters:
  ///   - patterns: as for `describe`.
  ///   - rate_hz: how often at most, from 1 to 60 times a second.
  ///   - tell: is told; it must return at once.
  /// - Throws: a sentence that names what makes no sense.
  /// - Returns: what `endWatch` takes.
  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) async throws(RigError) -> TreeWatch

  /// Tells no more.
  func endWatch(_ watch: TreeWatch) async

  /// Does at a door what takes time, the rig's or as much beside it, when it is the turn of whoever
  /// has asked for it.
  ///
  /// What it asks of the tree is then part of that turn. Where nobody asks it is done at once.
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
  /// Does it at once, where clients have no turns.
  ///
  /// - Parameters:
  ///   - kind: what is done: one of few names.
  ///   - body: does it.
  /// - Throws: what `body` throws.
  /// - Returns: what `body` returns.
  public func inTurn<Value: Sendable>(
    for kind: String,
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    try await body()
  }

  /// Tells from now on when other paths may be there than before, at once for the first time.
  ///
  /// - Parameter tell: is told; it must return at once.
  /// - Throws: a sentence that says why nobody can watch.
  /// - Returns: what `endWatch` takes.
  public func watchPaths(
    _ tell: @escaping @Sendable () -> Void
  ) async throws(RigError) -> TreeWatch {
    // It means nothing; but whoever watches is told everything anew when there are other paths.
    try await watch(["*.no value of any rig"], rate_hz: 20) { update in
      if update.isFull { tell() }
    }
  }
}

/// A subscription to values of the tree.
public struct TreeWatch: Hashable, Sendable {
  /// Its number, which no other one has.
  public let number: Int

  /// Names a subscription.
  public init(number: Int) { self.number = number }
}
