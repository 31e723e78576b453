// SPDX-License-Identifier: Apache-2.0
// How much later something is heard, where several ways lead there.

/// From the latency of the shortest way to that of the longest one, in frames.
package struct Latency: Hashable, Sendable {
  /// Of the shortest way.
  package let shortest: FrameCount
  /// Of the longest way.
  package let longest: FrameCount

  /// No latency at all.
  package static let none = Latency(.zero)

  /// Makes the latency of a single way.
  package init(_ frames: FrameCount) {
    (shortest, longest) = (frames, frames)
  }

  /// Makes the latency of ways that end in one place; `nil` when there are none.
  package init?(joining all: some Sequence<Latency>) {
    var rest = all.makeIterator()
    guard let first = rest.next() else { return nil }
    self = IteratorSequence(rest).reduce(first) { $0.joined(with: $1) }
  }

  /// Makes the latency of several ways; `longest` is at least as long as `shortest`.
  package init(shortest: FrameCount, longest: FrameCount) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// The latency where another way ends as well.
  package func joined(with other: Latency) -> Latency {
    Latency(
      shortest: min(shortest, other.shortest),
      longest: max(longest, other.longest)
    )
  }

  /// The latency after one more stretch of the way.
  package func followed(by next: Latency) -> Latency {
    Latency(
      shortest: shortest.followed(by: next.shortest),
      longest: longest.followed(by: next.longest)
    )
  }
}

extension FrameCount {
  /// The sum, or the greatest count where it lies beyond: plugins, and other processes, say what
  /// they like.
  fileprivate func followed(by next: FrameCount) -> FrameCount {
    let (sum, isTooLarge) = value.addingReportingOverflow(next.value)
    return FrameCount(isTooLarge ? .max : sum)
  }
}
