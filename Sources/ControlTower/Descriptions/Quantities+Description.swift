// SPDX-License-Identifier: Apache-2.0
// Numbers for people: at most three digits after the point, without trailing zeros.

import Quantities

extension Decibels {
  /// The level, such as "-14 dB".
  var text: String {
    value == -.infinity ? "silence" : "\(digits(Double(value))) dB"
  }
}

extension Seconds {
  /// The time, such as "0.1 s".
  var text: String { "\(digits(value)) s" }
}

private func digits(_ value: Double) -> String {
  let scaled = (value * 1000).rounded()
  guard scaled.magnitude < 1e15 else { return "\(value)" }
  let thousandths = Int(clamping: scaled.magnitude)
  let sign = scaled < 0 ? "-" : ""
  guard thousandths % 1000 != 0 else { return "\(sign)\(thousandths / 1000)" }
  var fraction = "\(1000 + thousandths % 1000)".dropFirst()
  while fraction.hasSuffix("0") { fraction = fraction.dropLast() }
  return "\(sign)\(thousandths / 1000).\(fraction)"
}
