// SPDX-License-Identifier: Apache-2.0
// When latencies that plugins report have changed for good.

package import Quantities

/// What plugins said of their latencies when a plan was made, and whether they say something else.
package struct LatencyWatch {
  private var planned: [FrameCount] = []
  private var latest: [FrameCount] = []

  package init() {}

  /// Notes what a plan is made of.
  package mutating func plan(_ reported: [FrameCount]) {
    (planned, latest) = (reported, reported)
  }

  /// Whether any of them says something else than in the plan, as it did when it was asked last:
  /// nothing waits for one that says something else each time.
  package mutating func isOutdated(by reported: [FrameCount]) -> Bool {
    defer { latest = reported }
    guard reported.count == planned.count else { return true }
    return reported.indices.contains {
      reported[$0] != planned[$0] && reported[$0] == latest[$0]
    }
  }
}
