// SPDX-License-Identifier: Apache-2.0
// A tree of a few values without a rig behind it, for the door's own work.

import ControlProtocol
import ControlTree
import Quantities
import RigErrors

/// Values without effect; it keeps the requests that it gets.
actor ListTree: LiveTree {
  private(set) var nodes: [NodeDescription]
  /// The values that were set and triggered, in words, in that order.
  private(set) var asked: [String] = []
  private var watches: [Int: (patterns: [PathPattern], tell: @Sendable (TreeUpdate) -> Void)] = [:]
  private var lastWatch = 0

  init(_ nodes: [NodeDescription] = ListTree.usual) { self.nodes = nodes }

  static let usual: [NodeDescription] = [
    NodeDescription(
      path: "deckA.fader_db",
      kind: .level(-90...12, allowsSilence: true),
      summary: "The fader.",
      value: .number(0),
      defaultValue: .number(0)
    ),
    NodeDescription(path: "deckA.mute", kind: .toggle(), summary: "Mute.", value: .toggle(false)),
    NodeDescription(
      path: "deckB.fader_db",
      kind: .level(-90...12, allowsSilence: true),
      summary: "The fader.",
      value: .number(-6)
    ),
    NodeDescription(
      path: "deckB.step",
      kind: .number(NumberRange(0...10, isWhole: true)),
      summary: "A value that is called like a verb.",
      value: .number(3)
    ),
    NodeDescription(
      path: "deckB.permission",
      kind: .choice(["granted", "denied"]),
      summary: "Permission.",
      value: .text("granted")
    ),
    NodeDescription(
      path: "my deck/ö.peak_db",
      kind: .meter(unit: "dB"),
      summary: "Peak.",
      value: .number(-.infinity),
      isReadOnly: true
    ),
    NodeDescription(
      path: "wall.record",
      kind: .trigger([TriggerArgument("file"), TriggerArgument("format", isOptional: true)]),
      summary: "Records.",
      value: .text("")
    ),
  ]

  /// How many subscriptions there are, besides the door's own.
  var subscriptions: Int { watches.count - 1 }

  /// How often values were read.
  private(set) var looks = 0

  func describe(_ patterns: [String]) throws(RigError) -> [NodeDescription] {
    looks += 1
    let patterns = patterns.isEmpty ? [PathPattern("")] : patterns.map { PathPattern($0) }
    for pattern in patterns where pattern.isLiteral {
      guard nodes.contains(where: { pattern.matches($0.path) }) else {
        throw .data("There is no value '\(pattern.text)'.")
      }
    }
    return nodes.filter { node in patterns.contains { $0.matches(node.path) } }
  }

  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade?,
    at moment: MonotonicTime?,
    by visitor: RequestOrigin
  ) throws(RigError) -> TreeValue {
    guard let index = nodes.firstIndex(where: { $0.path == path }) else {
      throw .data("There is no value '\(path)'.")
    }
    let kind = nodes[index].kind
    switch change {
    case .value(let value): nodes[index].value = try kind.checked(value, at: path)
    case .nearest(let value):
      nodes[index].value = try kind.checked(kind.nearest(value), at: path)
    case .words(let text): nodes[index].value = try kind.value(of: text, at: path)
    case .step(let step):
      nodes[index].value = try kind.step(step, from: nodes[index].value, at: path)
    case .toggle: nodes[index].value = .toggle(nodes[index].value == .toggle(false))
    }
    let value = nodes[index].value
    let over = fade.map { " over \(TreeValue.words($0.seconds)) \($0.curve.rawValue)" } ?? ""
    asked.append("\(path) \(value.words)\(over)")
    for watch in watches.values where watch.patterns.contains(where: { $0.matches(path) }) {
      watch.tell(
        TreeUpdate(number: 2, isFull: false, values: [TreeEntry(path: path, value: value)])
      )
    }
    return value
  }

  func trigger(
    _ path: String,
    _ arguments: [String: String],
    by visitor: RequestOrigin
  ) throws(RigError) {
    let words = arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    asked.append("\(path)!\(words)")
  }

  func watch(
    _ patterns: [String],
    rate_hz: Double,
    _ tell: @escaping @Sendable (TreeUpdate) -> Void
  ) throws(RigError) -> TreeWatch {
    let meant = patterns.isEmpty ? [PathPattern("")] : patterns.map { PathPattern($0) }
    lastWatch += 1
    watches[lastWatch] = (meant, tell)
    let values = nodes.filter { node in node.isValue && meant.contains { $0.matches(node.path) } }
    tell(
      TreeUpdate(
        number: 1,
        isFull: true,
        values: values.map { TreeEntry(path: $0.path, value: $0.value) }
      )
    )
    return TreeWatch(number: lastWatch)
  }

  func endWatch(_ watch: TreeWatch) { watches[watch.number] = nil }
}
