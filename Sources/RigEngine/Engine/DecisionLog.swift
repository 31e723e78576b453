// SPDX-License-Identifier: Apache-2.0
// What the tower has decided lately.

package import ControlTower
import Glibc
package import Quantities

/// The last decisions, each with its running number.
package struct DecisionLog {
  /// A decision and its number, counted from 1 since the rig came up.
  package struct Entry {
    package let number: Int
    package let decision: Decision
    package let moment: Moment
  }

  /// When it was, by both clocks.
  package struct Moment {
    /// By the clock on the wall, which people read and set: seconds since 1970.
    package let wall_seconds: Double
    /// By the clock that never goes back.
    package let monotonic: MonotonicTime

    /// This moment.
    static var now: Moment {
      var wall = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &wall)
      return Moment(
        wall_seconds: Double(wall.tv_sec) + Double(wall.tv_nsec) / 1e9,
        monotonic: .now
      )
    }
  }

  /// The decisions that are kept, the newest last.
  package private(set) var entries: ArraySlice<Entry> = []
  private var count = 0
  /// How many are kept.
  static let capacity = 1000

  /// Notes a decision, and returns how it stands there; the oldest one is forgotten when there are too many.
  ///
  /// A volume that is turned further takes the place of the one before: a fader that is moved is not to drive out all else.
  @discardableResult
  mutating func note(_ decision: Decision) -> Entry {
    count += 1
    if let turned = decision.turnedOutput, entries.last?.decision.turnedOutput == turned {
      entries.removeLast()
    }
    let entry = Entry(number: count, decision: decision, moment: .now)
    entries.append(entry)
    if entries.count > Self.capacity { entries.removeFirst() }
    return entry
  }
}

extension Decision {
  /// The output whose volume was turned, if that is what was granted.
  fileprivate var turnedOutput: PortID? {
    guard case .setVolume(let port, _) = event, refusal == nil else { return nil }
    return port
  }
}
