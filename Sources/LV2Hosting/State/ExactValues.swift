// SPDX-License-Identifier: Apache-2.0
// Values of controls in a saved state, to the last bit.

/// Puts the exact values of controls into a state file that lilv has written with eight digits
/// behind the point.
///
/// lilv writes each as `lv2:symbol "NAME" ;` and in the next line `pset:value NUMBER`; where a file
/// looks different it is left as it is.
enum ExactValues {
  static func put(_ values: [String: Float], into file: String) {
    guard let text = TextFile.read(file) else { return }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isChanged = false
    for index in lines.indices.dropLast() {
      guard let symbol = between(lines[index], "lv2:symbol \"", "\""), let value = values[symbol],
        let old = between(lines[index + 1] + " ", "pset:value ", " "), Float(old) != value,
        Float(old) != nil
      else { continue }
      lines[index + 1] = lines[index + 1].replacing(
        "pset:value \(old)",
        with: "pset:value \(decimal(value))"
      )
      isChanged = true
    }
    if isChanged { TextFile.write(lines.joined(separator: "\n"), to: file) }
  }

  /// The shortest text that stands for the value and no other, without an exponent.
  ///
  /// Swift's own: the C library's has a comma for a point where a plugin has asked for that.
  static func decimal(_ value: Float) -> String {
    let parts = "\(value.magnitude)".split(separator: "e")
    let sign = value.sign == .minus ? "-" : ""
    guard parts.count == 2, let exponent = Int(parts[1]) else { return sign + parts[0] }
    let digits = parts[0].replacing(".", with: "")
    let point = (parts[0].firstIndex(of: ".").map { parts[0][..<$0].count } ?? digits.count)
    let decimal = point + exponent
    if decimal <= 0 { return sign + "0." + String(repeating: "0", count: -decimal) + digits }
    let zeros = String(repeating: "0", count: max(0, decimal - digits.count))
    let whole = (digits + zeros).prefix(decimal)
    return sign + whole + "." + (decimal < digits.count ? digits.dropFirst(decimal) : "0")
  }

  private static func between(_ line: String, _ start: String, _ end: Character) -> String? {
    guard let found = line.firstRange(of: start) else { return nil }
    let rest = line[found.upperBound...]
    return rest.firstIndex(of: end).map { String(rest[..<$0]) }
  }
}
