// SPDX-License-Identifier: Apache-2.0
// What is done to every value of a rig, made of what the tree says that each takes.

import ControlProtocol
import ControlTree

/// One thing that is done, and what the value is to be then.
struct DoorStep {
  let node: TreeNodeStatus
  let verb: Verb
  /// `nil` for what a trigger does, and for values that go on by themselves.
  let result: TreeValue?
}

enum DoorStory {
  /// Values that move while nobody touches them, or that the session rules move with others.
  private static let restless = ["position_seconds", "bar", "playing", "active", "interrupted"]
  /// What would take the rig from under the test, or needs to be told what.
  private static let heavy = ["reload", "record"]

  /// Each verb of each node, in the order of the tree; afterwards everything is where it was.
  static func steps(_ nodes: [TreeNodeStatus]) -> [DoorStep] {
    nodes.flatMap { node -> [DoorStep] in
      let isRestless = restless.contains { node.path.hasSuffix(".\($0)") }
      return node.verbs.map { verb, result in
        DoorStep(node: node, verb: verb, result: isRestless ? nil : result)
      }
    }
  }
}

extension TreeNodeStatus {
  /// What it is at the beginning.
  private var before: TreeValue { value(of: text) }

  /// What can be done to it, each with what it is then.
  fileprivate var verbs: [(Verb, TreeValue?)] {
    guard !isReadOnly else { return [] }
    switch kind {
    case "level":
      return [
        (.set(.number(-12.5)), .number(-12.5)), (.step(3), .number(-9.5)),
        (.fade(.number(-6), seconds: 0.1), .number(-6)), (.set(before), before),
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
