// SPDX-License-Identifier: Apache-2.0
// Whose turn it is among clients that need something for different times.

/// Hands out turns so that each client has the same share, and short requests pass long ones (fair
/// queueing).
///
/// The clock runs at the rate at which each waiting client would progress if all were served at
/// once. Each client has a tag: the time of this clock at which all that it has had would be done.
/// The client whose next request would be done first is next. So no client waits for ever, and an
/// idle client saves up nothing.
package struct FairClock: Sendable {
  private var now = Duration.zero

  /// Begins at zero.
  package init() {}

  /// When a client with this tag would be done with a request of that length; the least is next,
  /// and this is its new tag.
  package func finish(tag: Duration, needing time: Duration) -> Duration {
    max(tag, now) + time
  }

  /// Advances the clock by a turn that took this time, while so many clients wanted one.
  package mutating func pass(_ time: Duration, among count: Int) { now += time / max(1, count) }
}
