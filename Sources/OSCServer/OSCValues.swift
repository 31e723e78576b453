// SPDX-License-Identifier: Apache-2.0
// Values of the tree as arguments of OSC, and back: the one place that says which type stands for
// what.

import ControlTree
import OSC
import RigErrors

extension OSCEntry {
  /// The type that its value is sent with; `nil` for what has no value.
  var typeTag: String? {
    if isPlace { return "f" }
    return switch node.kind {
    case .level, .meter: "f"
    case .number(let range): range.isWhole ? "i" : "f"
    case .toggle: "i"
    case .choice, .text, .file, .opaque: "s"
    case .trigger: nil
    }
  }

  /// How a value is sent.
  ///
  /// Levels, meters and numbers are floats, whole numbers and switches integers, everything else is
  /// a text.
  func argument(_ value: TreeValue) -> OSCArgument {
    if isPlace { return .float(Float(place(of: value.number ?? 0))) }
    switch value {
    case .toggle(let isOn): return .int32(isOn ? 1 : 0)
    case .long(let number): return .int64(number)
    case .text(let text): return .string(text)
    case .number(let number):
      guard typeTag == "i", let whole = Int64(exactly: number) else { return .float(Float(number)) }
      return Int32(exactly: whole).map(OSCArgument.int32) ?? .int64(whole)
    }
  }

  /// What an argument wants to make of the value: senders use whichever type they have.
  func change(_ argument: OSCArgument) throws(RigError) -> TreeChange {
    if isPlace {
      guard let place = argument.number else { throw refusal(argument, "a place from 0 to 1") }
      return .value(.number(try number(at: place)))
    }
    if case .double(let number) = argument, number.isNaN {
      throw refusal(argument, node.kind.allowed)
    }
    switch (node.kind, argument) {
    case (_, .string(let text)), (_, .symbol(let text)): return .words(text)
    case (.toggle, _):
      guard let number = argument.number, !number.isNaN else {
        throw refusal(argument, node.kind.allowed)
      }
      return .value(.toggle(number >= 0.5))
    case (.choice(let words), _):
      guard let number = argument.number, let index = Int(exactly: number),
        words.indices.contains(index)
      else {
        throw refusal(argument, "\(node.kind.allowed), or a number from 0 to \(words.count - 1)")
      }
      return .value(.text(words[index]))
    case (.number, .int64(let number)): return .value(TreeValue(whole: number))
    default:
      guard let number = argument.number else { throw refusal(argument, node.kind.allowed) }
      return .value(.number(number))
    }
  }

  /// The value at a place of its fader or knob; a place beyond either end is that end.
  func number(at place: Double) throws(RigError) -> Double {
    guard !place.isNaN, let range = node.kind.bounds else {
      throw .data("'\(address)' takes a place from 0 to 1, not \(TreeValue.words(place)).")
    }
    if place <= 0, case .level(_, let allowsSilence) = node.kind, allowsSilence {
      return -.infinity
    }
    return node.kind.law.value(at: place, in: range)
  }

  /// The place of its fader or knob for a value.
  func place(of number: Double) -> Double {
    guard let range = node.kind.bounds else { return 0 }
    return node.kind.law.place(of: number, in: range)
  }

  private func refusal(_ argument: OSCArgument, _ allowed: String) -> RigError {
    let found = argument.number.map(TreeValue.words) ?? "OSC's type '\(argument.typeTag)'"
    return .data("'\(address)' takes \(allowed), not \(found).")
  }
}

extension OSCArgument {
  /// Whether a button that sends this is pressed; `nil` for what no button sends.
  var isPress: Bool? {
    switch self {
    case .impulse: true
    case .none: false
    default: number.map { $0 >= 0.5 }
    }
  }
}
