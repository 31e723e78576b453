// SPDX-License-Identifier: Apache-2.0
// Values of controls in a saved state, to the last bit.

internal import CLilv
internal import Glibc

/// Puts the exact values of controls into a state file that lilv has written with eight digits behind the point.
///
/// lilv writes each as `lv2:symbol "NAME" ;` and in the next line `pset:value NUMBER`; where a file looks different it is
/// left as it is.
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

  /// The value with nine digits that count, which is enough for any `Float`, and without an exponent.
  static func decimal(_ value: Float) -> String {
    guard value != 0 else { return "0.0" }
    let digits = max(1, 9 - Int(log10(Double(value.magnitude)).rounded(.down)))
    var buffer = [CChar](repeating: 0, count: 128)
    unsafe withVaList([Int32(min(digits, 60)), Double(value)]) { arguments in
      _ = unsafe vsnprintf(&buffer, buffer.count, "%.*f", arguments)
    }
    var text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    return text
  }

  private static func between(_ line: String, _ start: String, _ end: Character) -> String? {
    guard let found = line.firstRange(of: start) else { return nil }
    let rest = line[found.upperBound...]
    return rest.firstIndex(of: end).map { String(rest[..<$0]) }
  }
}
