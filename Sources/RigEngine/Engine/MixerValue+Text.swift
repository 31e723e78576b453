// SPDX-License-Identifier: Apache-2.0
// Values of the mixer as people write them.

import Presets
import Quantities
import RigErrors

extension MixerValue {
  /// How it reads in `values`.
  func text(in values: Owner) -> String {
    switch kind {
    case .level(let place, _): short(values[keyPath: place].value)
    case .number(let place, _): short(Float(values[keyPath: place]))
    case .toggle(let place): values[keyPath: place] ? "on" : "off"
    }
  }

  /// Sets it in `values`; a text that it does not take is refused, with the `path` that was meant.
  func take(_ text: String, at path: String, into values: inout Owner) throws(RigError) {
    switch kind {
    case .level(let place, let allowsSilence):
      let level = levelNumber(text).flatMap { $0.isFinite || allowsSilence ? $0 : nil }
      values[keyPath: place] = Decibels(try expected(level, text, path))
    case .number(let place, let range):
      let number = Double(text).flatMap { range.contains($0) ? $0 : nil }
      values[keyPath: place] = try expected(number, text, path)
    case .toggle(let place):
      values[keyPath: place] = try expected(flag(text), text, path)
    }
  }

  private func expected<Value>(
    _ value: Value?,
    _ text: String,
    _ path: String
  ) throws(RigError) -> Value {
    guard let value else { throw .data("'\(path)' can't be '\(text)': it takes \(allowed).") }
    return value
  }
}

/// The level that a text means, in dB; silence is −∞.
func levelNumber(_ text: String) -> Float? {
  let digits = text.hasSuffix("dB") ? text.dropLast(2).trimmed : text[...]
  guard let number = Float(digits) else { return nil }
  return StripValue.levels.contains(Double(number)) || number == -.infinity ? number : nil
}

extension Substring {
  /// Without the spaces at its end.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
