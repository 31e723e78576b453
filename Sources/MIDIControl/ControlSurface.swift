// SPDX-License-Identifier: Apache-2.0
// What the controls of MIDI controllers do: from their moves to changes of the tree, and from
// values to what they show.

package import ControlTree
package import Quantities
package import RigModel

/// What a move of a control asks of the rig.
package enum ControlAction: Hashable, Sendable {
  /// To change a value.
  case set(String, TreeChange, Fade?)
  /// To pull a trigger.
  case trigger(String, [String: String])

  /// The path that it is about.
  package var path: String {
    switch self {
    case .set(let path, _, _), .trigger(let path, _): path
    }
  }
}

/// The controls of all controllers of a rig, and what they do there.
///
/// It knows no ports and no clock: it gets messages, their times and the values of the tree, and
/// returns what follows.
package struct ControlSurface: Sendable {
  /// A binding, and how its control and its value are.
  struct Bound: Sendable {
    let binding: MIDIBinding
    /// The way of its value; `nil` for switches, and while nobody has said what the value is.
    var way: ValueWay?
    /// Whether it is a switch.
    var isSwitch = false
    var takeover = SoftTakeover()
    /// When the control was moved last.
    var touched: MonotonicTime?
  }

  var bounds: [Bound]
  private var decoder = MIDIDecoder()
  private let places: [MIDIAddress: [Int]]
  /// The layer that is in force; `nil` for the one without a name.
  private(set) var layer: String?
  /// What each control is as a button.
  private var heard: [MIDIAddress: ButtonState] = [:]
  /// What is to hear that a button was let go, whatever the layer is by then.
  private var held: [MIDIAddress: [Int]] = [:]
  /// The values as the tree has reported them, and as they will be once it has done what was asked
  /// for.
  private var told: [String: TreeValue] = [:]
  private(set) var values: [String: TreeValue] = [:]
  /// What controllers show, as far as that is known.
  var shown: [MIDIAddress: Int] = [:]

  /// Makes a surface; its values are to be given yet.
  package init(_ bindings: [MIDIBinding]) {
    bounds = bindings.map { Bound(binding: $0) }
    places = Dictionary(grouping: bindings.indices) { bindings[$0].control.address }
  }

  /// The paths that bindings are about, each once.
  package var paths: [String] {
    var seen: Set<String> = []
    let paths = bounds.flatMap { [$0.binding.act.path, $0.binding.shows] }
    return paths.compactMap(\.self).filter { seen.insert($0).inserted }
  }

  // MARK: The tree

  /// Takes the values that bindings are about.
  ///
  /// - Returns: a sentence for each binding that can do nothing.
  package mutating func adopt(_ nodes: [NodeDescription]) -> [String] {
    let nodes = Dictionary(nodes.map { ($0.path, $0) }) { first, _ in first }
    for node in nodes.values where node.isValue { note(node.path, node.value) }
    let dark = bounds.compactMap { bound -> String? in
      guard let path = bound.binding.shows else { return nil }
      if case .toggle? = nodes[path]?.kind { return nil }
      let name = bound.binding.control.address.text
      return "MIDI \(name) shows nothing: there is no switch '\(path)'."
    }
    return dark
      + bounds.indices.compactMap { index in
        guard let path = bounds[index].binding.act.path else { return nil }
        let name = bounds[index].binding.control.address.text
        guard let node = nodes[path] else {
          return "MIDI \(name) does nothing: there is no value '\(path)'."
        }
        return bounds[index].adopt(node).map { "MIDI \(name) does nothing: \($0)" }
      }
  }

  /// Takes what the tree says of a value.
  package mutating func note(_ path: String, _ value: TreeValue) {
    told[path] = value
    values[path] = value
  }

  /// Takes back what was asked for in vain: the value is the one that the tree has reported last.
  package mutating func refuse(_ path: String) {
    values[path] = told[path]
  }

  // MARK: Hearing

  /// What follows from a message of a controller.
  package mutating func hear(_ message: [UInt8], at now: MonotonicTime) -> [ControlAction] {
    decoder.moves(of: message).flatMap { hear($0, at: now) }
  }

  private mutating func hear(_ move: ControlMove, at now: MonotonicTime) -> [ControlAction] {
    guard places[move.address] != nil else { return [] }
    let press = heard[move.address, default: ButtonState()].take(move)
    var actions: [ControlAction] = []
    let waiting = press.isDown ? [] : held.removeValue(forKey: move.address) ?? []
    let active = active(at: move.address)
    for index in active.filter({ !waiting.contains($0) }) + waiting {
      actions += act(index, move, press, now)
      if press.isPress, bounds[index].wantsRelease { held[move.address, default: []].append(index) }
    }
    return actions
  }

  /// The bindings of a control that are in force: those of the layer, or else those of none.
  private func active(at address: MIDIAddress) -> [Int] {
    let all = places[address] ?? []
    let ofLayer = all.filter { bounds[$0].binding.layer == layer }
    return ofLayer.isEmpty ? all.filter { bounds[$0].binding.layer == nil } : ofLayer
  }

  /// Whether a binding is in force.
  func isActive(_ index: Int) -> Bool {
    active(at: bounds[index].binding.control.address).contains(index)
  }

  private mutating func act(
    _ index: Int,
    _ move: ControlMove,
    _ press: ButtonState.Press,
    _ now: MonotonicTime
  ) -> [ControlAction] {
    let binding = bounds[index].binding
    switch binding.act {
    case .layer(let name, let latches):
      select(name, latches: latches, press)
      return []
    case .toggle(let path): return press.isPress ? [.set(path, .toggle, nil)] : []
    case .trigger(let path, let arguments):
      return press.isPress ? [.trigger(path, arguments)] : []
    case .set(let path):
      let fade = binding.overSeconds.map { Fade(seconds: $0) }
      if let value = binding.value {
        return press.isPress ? [.set(path, .words(value), fade)] : []
      }
      guard let change = change(index, path, move, press, now) else { return [] }
      if case .value(let value) = change { values[path] = value }
      return [.set(path, change, fade)]
    }
  }

  private mutating func select(_ name: String, latches: Bool, _ press: ButtonState.Press) {
    let before = layer
    if latches {
      if press.isPress { layer = layer == name ? nil : name }
    } else if press.isPress {
      layer = name
    } else if !press.isDown, layer == name {
      layer = nil
    }
    guard layer != before else { return }
    // Each control has to take hold of its value again: either may have moved meanwhile.
    for index in bounds.indices { bounds[index].takeover = SoftTakeover() }
    shown = [:]
  }

  /// What a move makes of the value that follows its control.
  private mutating func change(
    _ index: Int,
    _ path: String,
    _ move: ControlMove,
    _ press: ButtonState.Press,
    _ now: MonotonicTime
  ) -> TreeChange? {
    let (binding, highest) = (bounds[index].binding, move.address.kind.highest)
    if bounds[index].isSwitch {
      let isOn = TreeValue.toggle(press.isDown != binding.isInverted)
      return press.isPress || values[path] != isOn ? .value(isOn) : nil
    }
    guard let way = bounds[index].way else { return nil }
    let current = values[path].flatMap(way.position)
    if let relative = binding.control.relative {
      let steps = relative.steps(of: move.value) * (binding.isInverted ? -1 : 1)
      guard steps != 0 else { return nil }
      if let step = binding.step, binding.range == nil { return .step(steps * step) }
      return .value(way.stepped(steps, by: binding.step, from: values[path], at: current ?? 0))
    }
    bounds[index].touched = now
    if binding.control.feedback == move.address { shown[move.address] = move.value }
    let place = way.position(of: binding.control.calibrated(move.value), highest: highest)
    let position = binding.isInverted ? 1 - place : place
    let mode = binding.takeover ?? (move.address.kind.canTakeOver ? .pickup : .jump)
    let target = bounds[index].takeover.move(
      to: position,
      from: current ?? position,
      by: mode,
      at: now
    )
    return target.map { .value(way.value(at: $0)) }
  }
}

extension ControlSurface.Bound {
  /// Takes what its value is; returns the end of a sentence if it can't follow the control.
  fileprivate mutating func adopt(_ node: NodeDescription) -> String? {
    switch binding.act {
    case .layer: return nil
    case .trigger(let path, _):
      return node.isValue ? "'\(path)' is a value and nothing to be done: write 'set'." : nil
    case .toggle(let path), .set(let path):
      guard node.isValue else { return "'\(path)' is something to be done: write 'trigger'." }
      guard !node.isReadOnly else { return "'\(path)' can only be read." }
      if case .toggle = node.kind { isSwitch = true }
      if case .toggle = binding.act {
        return isSwitch ? nil : "'\(path)' is no switch: it takes \(node.kind.allowed)."
      }
      way = ValueWay(node.kind, binding)
      guard way == nil, !isSwitch, binding.value == nil else { return nil }
      return node.kind.bounds == nil
        ? "'\(path)' takes \(node.kind.allowed): say which with 'to'."
        : "'\(path)' takes \(node.kind.allowed): say from where to where with 'range'."
    }
  }

  /// Whether letting go of its button means something.
  fileprivate var wantsRelease: Bool {
    switch binding.act {
    case .layer(_, let latches): !latches
    case .set: isSwitch && binding.value == nil
    case .toggle, .trigger: false
    }
  }
}

extension ValueWay {
  /// The value after some steps of an endless knob: in its unit, or in parts of the whole way.
  fileprivate func stepped(
    _ steps: Double,
    by step: Double?,
    from value: TreeValue?,
    at position: Double
  ) -> TreeValue {
    guard let step, let number = value?.number, number.isFinite else {
      return self.value(at: position + steps / 127)
    }
    return self.value(at: self.position(of: .number(number + steps * step)) ?? position)
  }
}

extension MIDIAddress.Kind {
  /// Whether it stays where it was left, and does not spring back.
  fileprivate var canTakeOver: Bool {
    switch self {
    case .cc, .cc14, .nrpn, .rpn: true
    case .note, .bend, .program, .pressure: false
    }
  }
}
