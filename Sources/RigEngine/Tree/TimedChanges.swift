// SPDX-License-Identifier: Apache-2.0
// Values that are set already, and begin at a moment to come.

import ControlTree
package import Quantities

/// A moment at which the renderer changes a value.
package struct ChangeMoment: Hashable, Sendable {
  /// The frame, as the driver counts frames.
  package var frame: UInt32
  /// When that is, within a cycle.
  package var time: MonotonicTime

  package init(frame: UInt32, time: MonotonicTime) {
    (self.frame, self.time) = (frame, time)
  }
}

/// The changes that the renderer knows of and that have not begun; there are some for two cycles at
/// most.
struct TimedChanges {
  struct Change {
    var path: String
    var value: TreeValue
    var moment: ChangeMoment
  }

  private var waiting: [Change] = []

  /// Remembers a change; it replaces one of the same value for the same frame.
  mutating func add(path: String, _ value: TreeValue, at moment: ChangeMoment) {
    waiting.removeAll { $0.path == path && $0.moment.frame == moment.frame }
    let place = waiting.firstIndex { $0.moment.time > moment.time } ?? waiting.endIndex
    waiting.insert(Change(path: path, value: value, moment: moment), at: place)
  }

  /// The changes of a value that begin after another one, which begins now if it has no time; those
  /// whose moment has gone by are forgotten.
  mutating func later(than time: MonotonicTime?, at path: String, now: MonotonicTime) -> [Change] {
    waiting.removeAll { $0.moment.time <= now }
    return waiting.filter { $0.path == path && $0.moment.time > time ?? now }
  }
}
