// SPDX-License-Identifier: Apache-2.0
// Whose turn it is among those who need something for different times.

/// Hands out turns so that each has the same share, and who needs little passes who needs much
/// (fair queueing).
///
/// The clock goes as fast as each of those who want a turn would get on if all had theirs at the
/// same time. Each keeps a tag: when, by that clock, it would be done with all that it has had. Who
/// would be done first with what it wants now is next. So nobody waits for ever, and who was away
/// has saved up nothing.
package struct FairClock: Sendable {
  private var now = Duration.zero

  /// Begins at zero.
  package init() {}

  /// When somebody with this tag would be done, who needs so long; the least is next, and this is
  /// its new tag.
  package func finish(tag: Duration, needing time: Duration) -> Duration {
    max(tag, now) + time
  }

  /// Notes that somebody has had so much, while so many wanted a turn.
  package mutating func pass(_ time: Duration, among count: Int) { now += time / max(1, count) }
}
