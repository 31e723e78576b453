// SPDX-License-Identifier: Apache-2.0
// What the tower has decided lately.

package import ControlTower
package import Quantities

/// The last decisions, each with its running number.
package struct DecisionLog {
  /// A decision, its number, counted from 1 since the rig came up, and when it was made.
  package struct Entry {
    package let number: Int
    package let moment: Moment
    package let decision: Decision
    /// What its levels were before: those of ducks and volumes, effect by effect.
    package let levelsBefore: [Decibels?]
  }

  /// The decisions that are kept, the newest last.
  package private(set) var entries: ArraySlice<Entry> = []
  private var count = 0
  /// The levels that effects have set last.
  private var levels: [LevelKey: Decibels] = [:]
  /// How many are kept.
  static let capacity = 1000

  /// No decisions yet.
  package init() {}

  /// Notes a decision; the oldest one is forgotten when there are too many.
  ///
  /// A volume that is turned further takes the place of the one before: a fader that is moved is
  /// not to drive out all else.
  @discardableResult
  package mutating func note(_ decision: Decision) -> Entry {
    count += 1
    let before = decision.effects.map { levels.note($0.action) }
    if case .removed(let id) = decision.event, decision.refusal == nil {
      levels[.duck(id)] = nil
    }
    if let turned = decision.turnedOutput, entries.last?.decision.turnedOutput == turned {
      entries.removeLast()
    }
    let entry = Entry(
      number: count,
      moment: .now,
      decision: decision,
      levelsBefore: before
    )
    entries.append(entry)
    if entries.count > Self.capacity { entries.removeFirst() }
    return entry
  }

  /// What levels are before effects that are not carried out, effect by effect.
  package func levelsBefore(_ effects: [TowerEffect]) -> [Decibels?] {
    var copy = levels
    return effects.map { copy.note($0.action) }
  }
}

/// A level that effects set.
private enum LevelKey: Hashable {
  case duck(SessionID)
  case volume(PortID)
}

extension [LevelKey: Decibels] {
  /// Notes the level that an action sets; returns what it was before, as far as that is known.
  fileprivate mutating func note(_ action: TowerEffect.Action) -> Decibels? {
    switch action {
    case .duck(let id, let level, _, _): updateValue(level, forKey: .duck(id)) ?? .unity
    case .setVolume(let port, let level): updateValue(level, forKey: .volume(port))
    default: nil
    }
  }
}

extension Decision {
  /// The output whose volume was turned, if that is what was granted.
  fileprivate var turnedOutput: PortID? {
    guard case .setVolume(let port, _) = event, refusal == nil else { return nil }
    return port
  }
}
