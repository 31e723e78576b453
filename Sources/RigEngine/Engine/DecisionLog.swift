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
  ///
  /// A volume that is turned further takes the place of the one before: a fader that is moved is not to drive out all else.
  mutating func note(_ decision: Decision) {
    count += 1
    if let turned = decision.turnedOutput, entries.last?.decision.turnedOutput == turned {
      entries.removeLast()
    }
    entries.append(Entry(number: count, decision: decision))
    if entries.count > Self.capacity { entries.removeFirst() }
  }
}

extension Decision {
  /// The output whose volume was turned, if that is what was granted.
  fileprivate var turnedOutput: PortID? {
    guard case .setVolume(let port, _) = event, refusal == nil else { return nil }
    return port
  }
}
