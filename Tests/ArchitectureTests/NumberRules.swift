// SPDX-License-Identifier: Apache-2.0
// Conversions of numbers that trap where the number does not fit.

/// Rules for numbers from outside: from plugins, files and JACK.
enum NumberRules {
  /// The folders in which every conversion says how it treats a number that does not fit.
  static let folders = [
    "Sources/JACKDriver", "Sources/LV2Hosting", "Sources/Quantities", "Sources/RenderCore",
    "Sources/SoundFiles",
  ]

  /// Conversions to a smaller or unsigned type, and from floating-point, that do not say how they
  /// treat a number that does not fit.
  ///
  /// Allowed are `clamping:`, `exactly:`, `truncatingIfNeeded:`, `bitPattern:`, literals, C's
  /// constants, and texts, whose conversion names its `radix:` and gives no number instead of a
  /// trap.
  static func violations(in file: SourceFile) -> [String] {
    file.lines.enumerated().compactMap { number, line in
      let code = line.drop(while: \.isWhitespace)
      guard !code.hasPrefix("//"), isTrap(line) else { return nil }
      return file.finding(number, "the conversion traps: write clamping: or exactly:")
    }
  }

  private static func isTrap(_ line: String) -> Bool {
    let narrow = line.matches(of: #/\b(?:U?Int(?:8|16|32)|UInt64|UInt)\((.*)/#)
    let whole = line.matches(of: #/\bInt\((.*)/#)
    return narrow.contains { !isHarmless($0.1) }
      || whole.contains { isFloating($0.1) && !isHarmless($0.1) }
  }

  private static func isHarmless(_ argument: Substring) -> Bool {
    let labels = ["clamping:", "exactly:", "truncatingIfNeeded:", "bitPattern:", "ascii:"]
    return labels.contains(where: argument.hasPrefix) || argument.contains("radix:")
      || argument.contains(#/^(\d[\d_]*\)|[A-Z][A-Z0-9_]+\)|\)|$)/#)
  }

  private static func isFloating(_ argument: Substring) -> Bool {
    argument.contains(#/rounded\(|hertz|Double\(|Float\(|1e\d/#)
  }
}
