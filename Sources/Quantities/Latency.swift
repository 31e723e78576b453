// SPDX-License-Identifier: Apache-2.0
// How much later something is heard, where several ways lead there.

/// From the latency of the shortest way to that of the longest one, in frames.
public struct Latency: Hashable, Sendable {
  /// Of the shortest way.
  public let shortest: FrameCount
  /// Of the longest way.
  public let longest: FrameCount

  /// No latency at all.
  public static let none = Latency(.zero)

  /// Makes the latency of a single way.
  public init(_ frames: FrameCount) {
    (shortest, longest) = (frames, frames)
  }

  /// Makes the latency of ways that end in one place; `nil` when there are none.
  public init?(joining all: some Sequence<Latency>) {
    var rest = all.makeIterator()
    guard let first = rest.next() else { return nil }
    self = IteratorSequence(rest).reduce(first) { $0.joined(with: $1) }
  }

  /// Makes the latency of several ways; `longest` is at least as long as `shortest`.
  public init(shortest: FrameCount, longest: FrameCount) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// The latency where another way ends as well.
  public func joined(with other: Latency) -> Latency {
    Latency(
      shortest: min(shortest, other.shortest),
      longest: max(longest, other.longest)
    )
  }

  /// The latency after one more stretch of the way.
  public func followed(by next: Latency) -> Latency {
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
