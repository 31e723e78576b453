// SPDX-License-Identifier: Apache-2.0
// The steps that change every value of a rig, derived from what the tree says that each value
// takes, and the sound that follows.

import ControlProtocol
import ControlTree
import Foundation

/// A step, and the state that it must lead to.
struct ExpectedStep {
  let node: TreeNodeStatus
  let verb: Verb
  /// The new value; `nil` for triggers, and for values that change by themselves.
  let result: TreeValue?
  /// What each output carries.
  let sound: [String: Double]
}

/// A sequence of steps for a rig in which a session is heard at the outputs `wall` and `cue`.
struct DoorStory {
  /// The session, with an amplifier `amp`, and how loud it is.
  let session: String
  let level: Double
  /// How loud others are beside it, at both outputs.
  var others = 0.0
  /// How loud the phone is on the wall, when it has been answered.
  var phone = 0.0

  /// Values that change while nobody touches them, or that the session rules change together with
  /// others.
  private static let restless = [
    "position_seconds", "remaining_seconds", "state", "bar", "beat", "playing", "active",
    "interrupted",
  ]

  /// Each verb of each node, in the order of the tree; those of the phone last, when it is heard.
  func steps(_ nodes: [TreeNodeStatus]) -> [ExpectedStep] {
    var sound = both(1, 1)
    let isPhone = { (node: TreeNodeStatus) in node.path.hasPrefix("phone.") }
    return (nodes.filter { !isPhone($0) } + nodes.filter(isPhone)).flatMap {
      node -> [ExpectedStep] in
      let isRestless = Self.restless.contains { node.path.hasSuffix(".\($0)") }
      return node.verbs.map { verb, result in
        if let heard = heard(node.path, result) { sound = heard }
        return ExpectedStep(node: node, verb: verb, result: isRestless ? nil : result, sound: sound)
      }
    }
  }

  private func both(_ wall: Double, _ cue: Double) -> [String: Double] {
    ["wall": others + level * wall, "cue": others + level * cue]
  }

  /// The levels at the outputs once the value is set; `nil` where it does not affect the sound.
  private func heard(_ path: String, _ value: TreeValue?) -> [String: Double]? {
    let gain = value?.gain ?? 1
    switch path {
    case "\(session).trim_db", "\(session).amp.gain", "\(session).active": return both(gain, gain)
    case "\(session).interrupted": return both(1 - gain, 1 - gain)
    case "\(session).fader_db", "\(session).sends.wall.level_db", "wall.fader_db", "wall.dim_db",
      "wall.night_db":
      return both(gain, 1)
    case "wall.polarity": return both(1 - 2 * gain, 1)
    case "cue.polarity": return both(1, 1 - 2 * gain)
    case "\(session).mute", "wall.mute": return both(1 - gain, 1)
    case "\(session).sends.cue.level_db", "\(session).cue", "cue.fader_db", "cue.dim_db",
      "cue.night_db":
      return both(1, gain)
    case "cue.mute": return both(1, 1 - gain)
    case "rig.interrupters.phone.active" where gain == 0: return both(1, 1)
    // An interrupter that rings silences all, and is heard itself once it has been answered.
    case "rig.interrupters.phone.ring": return ["wall": 0, "cue": 0]
    case "rig.interrupters.phone.active", "rig.interrupters.phone.accept":
      return ["wall": phone, "cue": 0]
    case "phone.trim_db", "phone.fader_db", "phone.sends.wall.level_db":
      return ["wall": phone * gain, "cue": 0]
    case "phone.mute": return ["wall": phone * (1 - gain), "cue": 0]
    default: return nil
    }
  }
}

extension TreeValue {
  /// What a level or a switch multiplies a sound by.
  fileprivate var gain: Double {
    switch self {
    case .number(let decibels): pow(10, decibels / 20)
    case .toggle(let isOn): isOn ? 1 : 0
    default: 1
    }
  }
}

extension TreeNodeStatus {
  /// The value at the beginning.
  private var before: TreeValue { value(of: text) }

  /// What can be done to the value, each with the value that results.
  fileprivate var verbs: [(Verb, TreeValue?)] {
    guard !isReadOnly else { return [] }
    switch kind {
    case "level":
      return [
        (.set(.number(-12.5)), .number(-12.5)), (.step(3), .number(-9.5)),
        (.fade(.number(-6), seconds: 0.05), .number(-6)), (.set(before), before),
      ]
    case "number":
      guard let low = minimum, let high = maximum, low < high else { return [] }
      let middle = ((low + high) / 2).rounded()
      return [
        (.set(.number(middle)), .number(middle)), (.step(1), .number(min(middle + 1, high))),
        (.set(before), before),
      ]
    case "switch":
      let other = TreeValue.toggle(before != .toggle(true))
      return [(.toggle, other), (.set(before), before)]
    case "choice":
      return (choices ?? []).map { (.set(.text($0)), .text($0)) } + [(.set(before), before)]
    case "trigger" where arguments?.isEmpty != false: return [(.trigger([:]), nil)]
    default: return []
    }
  }
}
