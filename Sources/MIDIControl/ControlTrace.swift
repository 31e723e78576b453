// SPDX-License-Identifier: Apache-2.0
// How a control has moved while somebody listened: whether a hand has, and whether it is a knob
// without an end.

import Quantities
import RigModel

/// The moves of one control.
struct ControlTrace: Sendable {
  /// When it was heard first, and last.
  let since: MonotonicTime
  private(set) var moved: MonotonicTime
  private(set) var last = 0
  /// How many steps it has gone in one direction, negative downwards.
  private(set) var steps = 0
  /// How far its highest place is from its lowest.
  var way: Int { values.map { $0.upperBound - $0.lowerBound } ?? 0 }

  private var values: ClosedRange<Int>?
  /// How often it has said the same twice, which no fader does.
  private var repeats = 0
  /// How many of its values each encoding of endless knobs takes for a small turn.
  private var small: [RelativeEncoding: Int] = [:]
  private var count = 0
  private var groups: Set<TurnGroup> = []

  init(since: MonotonicTime) { (self.since, moved) = (since, since) }

  mutating func take(_ value: Int, at now: MonotonicTime) {
    if let values {
      steps = value > last ? max(steps, 0) + 1 : value < last ? min(steps, 0) - 1 : steps
      if value == last { repeats += 1 }
      self.values = min(values.lowerBound, value)...max(values.upperBound, value)
    } else {
      values = value...value
    }
    (last, moved) = (value, now)
    count += 1
    for encoding in RelativeEncoding.allCases {
      let turn = encoding.steps(of: value).magnitude
      if turn > 0, turn < 16 { small[encoding, default: 0] += 1 }
    }
    groups.insert(TurnGroup(value))
  }

  /// How many of its moves are small turns of a knob that counts like this; 0 if any is not.
  func turns(by encoding: RelativeEncoding) -> Int {
    small[encoding] == count ? count : 0
  }

  /// How a knob without an end counts that moves like this; `nil` for what has ends.
  ///
  /// It is clear once it has been turned both ways.
  var turns: (encoding: RelativeEncoding, isClear: Bool)? {
    // No hand takes a fader from near one end to near the other without a place in between.
    let leaps = groups == [.low, .high]
    let isNearEnds = groups.isDisjoint(with: [.aboveMiddle, .belowMiddle])
    guard leaps || repeats > 1 || repeats == 1 && isNearEnds else { return nil }
    switch groups {
    case [.low], [.high], [.low, .high]: return (.twosComplement, groups.count == 2)
    case [.aboveMiddle], [.belowMiddle], [.aboveMiddle, .belowMiddle]:
      return (.offset, groups.count == 2)
    case [.low, .aboveMiddle]: return (.signBit, true)
    default: return nil
    }
  }
}

/// Where the values lie that endless knobs send as they are turned slowly.
private enum TurnGroup: Hashable {
  case low, high, aboveMiddle, belowMiddle, other

  init(_ value: Int) {
    self =
      switch value {
      case 1...15: .low
      case 113...127: .high
      case 65...79: .aboveMiddle
      case 49...63: .belowMiddle
      default: .other
      }
  }
}
