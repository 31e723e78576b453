// SPDX-License-Identifier: Apache-2.0
// The values of plugins in the tree: control ports, and parameters without a port.

import ControlTree
import Glibc
import LV2Hosting
import RenderCore
import RigErrors

extension TreeBuilder {
  /// The values of all plugins of a session.
  ///
  /// What stands for a plugin while the session lacks a token has paths of its own, whichever of
  /// the two runs.
  func plugins(of session: LiveChannel) -> [TreeNode] {
    plugins.slots(of: session).flatMap { slot in
      let info = slot.instances[0].info
      return info.ports.filter { $0.kind == .control }.map { control($0, of: slot) }
        + info.parameters.map { parameter($0, of: slot) }
    }
  }

  // MARK: Control ports

  private func control(_ port: PluginInfo.Port, of slot: PluginSlot) -> TreeNode {
    let kind = ValueKind(port)
    func value(_ number: Float) -> TreeValue { TreeValue(Double(number), in: kind) }
    var node = TreeNode(
      slot.path(of: port.symbol),
      kind,
      "'\(port.name)' of \(slot.instances[0].info.name).",
      default: port.defaultValue.map(value),
      read: { value(slot.instances[0].value(ofControl: port.symbol) ?? port.defaultValue ?? 0) }
    )
    node.title = port.name
    guard port.direction == .input else { return node }
    node.takesFrames = slot.instances.allSatisfy { $0.localNode != nil }
    node.write = { (value: TreeValue) throws(RigError) in
      for instance in slot.instances {
        instance.setControl(port.symbol, to: Float(value.number ?? 0), through: self.controller)
      }
    }
    return node
  }

  // MARK: Parameters

  private func parameter(_ parameter: PluginParameter, of slot: PluginSlot) -> TreeNode {
    let instance = slot.instances[0]
    let names = instance.info.names(of: parameter) + [parameter.uri]
    let kind = ValueKind(parameter)
    let start = parameter.defaultValue.flatMap { parameter.value(of: TreeValue.words(Double($0))) }
    var node = TreeNode(
      slot.path(of: names[0]),
      kind,
      "'\(parameter.name)' of \(instance.info.name).",
      default: start.map { TreeValue($0, in: kind) },
      read: {
        (instance.parameters[parameter.uri] ?? start).map { TreeValue($0, in: kind) } ?? .text("")
      }
    )
    node.title = parameter.name
    node.aliases = names.dropFirst().map(slot.path)
    guard parameter.isWritable, parameter.type != .other else { return node }
    node.write = { [path = node.path] (value: TreeValue) throws(RigError) in
      let value = try parameter.taken(value, at: path)
      do throws(HostingError) {
        for instance in slot.instances { try instance.set(parameter: parameter.uri, to: value) }
      } catch {
        throw .unavailable("'\(path)' can't be set: \(error.description).")
      }
    }
    return node
  }
}

extension ValueKind {
  /// What a control port is.
  fileprivate init(_ port: PluginInfo.Port) {
    let points = port.scalePoints.map { ScalePoint(label: $0.label, value: Double($0.value)) }
    if port.has(.toggled) {
      self = .toggle(points)
    } else {
      self = .number(
        NumberRange(
          from: port.minimum,
          to: port.maximum,
          isWhole: port.has(.integer) || port.has(.enumeration),
          unit: port.unit,
          points,
          law: port.statedLaw
        )
      )
    }
  }

  /// What a parameter is.
  fileprivate init(_ parameter: PluginParameter) {
    let points = parameter.scalePoints.map { ScalePoint(label: $0.label, value: Double($0.value)) }
    switch parameter.type {
    case .int, .long, .float, .double:
      self = .number(
        NumberRange(
          from: parameter.minimum,
          to: parameter.maximum,
          isWhole: parameter.type == .int || parameter.type == .long,
          unit: parameter.unit,
          points,
          law: .linear
        )
      )
    case .bool: self = .toggle(points)
    case .string, .uri, .urid: self = .text
    case .path: self = .file
    case .other: self = .opaque
    }
  }
}

extension NumberRange {
  fileprivate init(
    from minimum: Float?,
    to maximum: Float?,
    isWhole: Bool,
    unit: String?,
    _ scalePoints: [ScalePoint],
    law: ControlLaw
  ) {
    let (least, most) = (minimum ?? -.infinity, maximum ?? .infinity)
    self.init(
      Double(least)...Double(max(least, most)),
      isWhole: isWhole,
      unit: unit,
      scalePoints: scalePoints,
      law: law
    )
  }
}

extension PluginInfo.Port {
  /// How its knob goes by what the plugin says of it.
  fileprivate var statedLaw: ControlLaw {
    let points = law.map { ControlLaw.Point(Double($0.place), Double($0.value)) }
    if let stated = ControlLaw(through: points), points.first?.value == minimum.map(Double.init),
      points.last?.value == maximum.map(Double.init)
    {
      return stated
    }
    return has(.logarithmic) && (minimum ?? 0) > 0 ? .logarithmic : .linear
  }
}

extension TreeValue {
  /// A number of a plugin, as its kind has it.
  fileprivate init(_ number: Double, in kind: ValueKind) {
    if case .toggle = kind { self = .toggle(number > 0) } else { self = .number(number) }
  }

  /// The value of a parameter, as its kind has it.
  fileprivate init(_ value: ParameterValue, in kind: ValueKind) {
    switch kind {
    case .number(let range) where range.isWhole:
      self = Int64(value.text, radix: 10).map(TreeValue.init(whole:)) ?? .text(value.text)
    case .number, .toggle:
      self = value.number.map { TreeValue($0, in: kind) } ?? .text(value.text)
    default: self = .text(value.text)
    }
  }
}

extension TreeValue {
  /// What it is in words, with all digits.
  fileprivate var digits: String {
    guard case .number(let number) = self, Int64(exactly: number) == nil else { return words }
    return "\(number)"
  }
}

extension PluginParameter {
  /// A value as the plugin takes it.
  fileprivate func taken(_ value: TreeValue, at path: String) throws(RigError) -> ParameterValue {
    if case .text(let file) = value, type == .path {
      guard file.hasPrefix("/") else { throw .noFile(file, for: path) }
    }
    guard let taken = self.value(of: value.digits), allows(taken) else {
      throw .data("'\(path)' can't be '\(value.words)': it takes \(ValueKind(self).allowed).")
    }
    return taken
  }
}
