// SPDX-License-Identifier: Apache-2.0
// What the tower has decided lately.

package import ControlTower

/// The last decisions, each with its running number.
package struct DecisionLog {
  /// A decision and its number, counted from 1 since the rig came up.
  package struct Entry {
    package let number: Int
    package let decision: Decision
  }

  /// The decisions that are kept, the newest last.
  package private(set) var entries: ArraySlice<Entry> = []
  private var count = 0
  /// How many are kept.
  static let capacity = 1000

  /// Notes a decision; the oldest one is forgotten when there are too many.
  mutating func note(_ decision: Decision) {
    count += 1
    entries.append(Entry(number: count, decision: decision))
    if entries.count > Self.capacity { entries.removeFirst() }
  }
}
