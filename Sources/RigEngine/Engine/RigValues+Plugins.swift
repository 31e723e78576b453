// SPDX-License-Identifier: Apache-2.0
// The values of plugins on their control paths: control ports, and parameters that are none.

import Glibc
import LV2Hosting
import RenderCore
import RigErrors
import Suggestions

extension RigValues {
  /// The values of all plugins of a session.
  ///
  /// What stands for a plugin while the session lacks a token has paths of its own, whichever of the two runs.
  func plugins(of session: LiveSession) -> [Parameter] {
    plugins.slots(of: session).flatMap { slot in
      let info = slot.instances[0].info
      return info.ports.filter { $0.kind == .control }.map { control($0, of: slot) }
        + info.parameters.map { parameter($0, of: slot) }
    }
  }

  // MARK: Control ports

  private func control(_ port: PluginInfo.Port, of slot: PluginSlot) -> Parameter {
    let value = slot.instances[0].value(ofControl: port.symbol) ?? port.defaultValue ?? 0
    let taken = NumberTaken(port)
    var parameter = Parameter(
      path: "\(slot.path).\(port.symbol)",
      value: short(value),
      allowed: taken.text,
      unit: port.unit,
      label: port.scalePoints.first { $0.value == value }?.label
    )
    guard port.direction == .input else { return parameter }
    parameter.set = { [path = parameter.path] (text: String) throws(RigError) in
      let number = Float(try taken.number(text, at: path))
      for instance in slot.instances {
        instance.setControl(port.symbol, to: number, through: self.controller)
      }
      return short(number)
    }
    return parameter
  }

  // MARK: Parameters

  private func parameter(_ parameter: PluginParameter, of slot: PluginSlot) -> Parameter {
    let instance = slot.instances[0]
    let names = instance.info.names(of: parameter) + [parameter.uri]
    let start = parameter.defaultValue.flatMap { parameter.value(of: short($0)) }
    let value = instance.parameters[parameter.uri] ?? start
    let number = value?.number
    var result = Parameter(
      path: "\(slot.path).\(names[0])",
      aliases: names.dropFirst().map { "\(slot.path).\($0)" },
      value: value?.text ?? "",
      allowed: parameter.allowed,
      unit: parameter.unit,
      label: parameter.scalePoints.first { Double($0.value) == number }?.label,
      isPath: parameter.type == .path
    )
    guard parameter.isWritable, parameter.type != .other else { return result }
    result.set = { [path = result.path] (text: String) throws(RigError) in
      let value = try parameter.taken(text, at: path)
      do throws(HostingError) {
        for instance in slot.instances { try instance.set(parameter: parameter.uri, to: value) }
      } catch {
        throw .unavailable("'\(path)' can't be set: \(error.description).")
      }
      return value.text
    }
    return result
  }
}

/// What a number of a plugin may be, or a word that stands for one.
private struct NumberTaken {
  let range: ClosedRange<Double>
  let isWhole: Bool
  let isToggle: Bool
  let scalePoints: [PluginInfo.ScalePoint]
  let text: String

  init(_ port: PluginInfo.Port) {
    self.init(
      from: port.minimum,
      to: port.maximum,
      isWhole: port.has(.integer) || port.has(.enumeration),
      isToggle: port.has(.toggled),
      unit: port.unit,
      scalePoints: port.scalePoints
    )
  }

  init(_ parameter: PluginParameter) {
    self.init(
      from: parameter.minimum,
      to: parameter.maximum,
      isWhole: parameter.type == .int || parameter.type == .long,
      isToggle: parameter.type == .bool,
      unit: parameter.unit,
      scalePoints: parameter.scalePoints
    )
  }

  private init(
    from minimum: Float?,
    to maximum: Float?,
    isWhole: Bool,
    isToggle: Bool,
    unit: String?,
    scalePoints: [PluginInfo.ScalePoint]
  ) {
    let (least, most) = (minimum ?? -.infinity, maximum ?? .infinity)
    range = Double(least)...Double(max(least, most))
    self.isWhole = isWhole
    self.isToggle = isToggle
    self.scalePoints = scalePoints
    let isAny = least == -.infinity && most == .infinity
    let bounds =
      isAny
      ? "any \(isWhole ? "whole " : "")number"
      : "\(short(least)) to \(short(most))\(isWhole ? ", whole" : "")"
    let numbers = isToggle ? "on or off" : bounds + (unit.map { " \($0)" } ?? "")
    let words = Suggestion.list(scalePoints.map(\.label))
    text = scalePoints.isEmpty ? numbers : "\(numbers), or \(words)"
  }

  /// The number that a text stands for.
  func number(_ text: String, at path: String) throws(RigError) -> Double {
    let number = isToggle ? flag(text).map { $0 ? 1 : 0 } : Double(text)
    if let number, number.isFinite {
      // Bounds are numbers of 32 bits: what looks like a bound is one.
      let isInside = range.contains(number) || range.contains(Double(Float(number)))
      let isGood = Float(number).isFinite && isInside && (!isWhole || number == number.rounded())
      if isToggle || isGood { return number }
      if let point = scalePoints.first(where: { $0.value == Float(number) }) {
        return Double(point.value)
      }
    }
    let alike = scalePoints.filter { $0.label.lowercased() == text.lowercased() }
    if let point = alike.first(where: { $0.label == text }) ?? (alike.count == 1 ? alike[0] : nil) {
      return Double(point.value)
    }
    throw .data("'\(path)' can't be '\(text)': it takes \(self.text).")
  }
}

extension PluginParameter {
  /// What it takes, in words.
  fileprivate var allowed: String {
    switch type {
    case .int, .long, .float, .double, .bool: NumberTaken(self).text
    case .string: "a text"
    case .path: "the path of a file or folder"
    case .uri, .urid: "a URI"
    case .other: "values of a type that can't be set"
    }
  }

  /// The value that a text stands for.
  fileprivate func taken(_ text: String, at path: String) throws(RigError) -> ParameterValue {
    var words = text
    switch type {
    case .int, .long, .float, .double:
      // All digits of a whole number count, even where a `Double` has not as many.
      if Int64(text, radix: 10) == nil || type == .float || type == .double {
        words = "\(try NumberTaken(self).number(text, at: path))"
        if words.hasSuffix(".0") { words.removeLast(2) }
      }
    case .bool: words = try NumberTaken(self).number(text, at: path) > 0 ? "on" : "off"
    case .path:
      guard text.hasPrefix("/"), unsafe access(text, F_OK) == 0 else {
        throw .data("'\(path)' can't be '\(text)': there is nothing at that path.")
      }
    case .string, .uri, .urid, .other: break
    }
    guard let value = value(of: words), allows(value) else {
      throw .data("'\(path)' can't be '\(text)': it takes \(allowed).")
    }
    return value
  }
}
