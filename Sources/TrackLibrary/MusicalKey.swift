// SPDX-License-Identifier: Apache-2.0
// Keys of music, in the ways that programs write them.

/// A key, such as A minor.
package struct MusicalKey: Hashable, Sendable {
  /// Semitones above C.
  package let tone: Int
  package let isMinor: Bool

  /// Reads `8A` (Camelot), `1m` (open key), `Am`, `F#m`, `Bb minor`, `C maj`; `nil` for anything
  /// else.
  package init?(_ text: String) {
    let word = text.lowercased().filter { !$0.isWhitespace }
    if let wheel = Self.onWheel(word) {
      self = wheel
      return
    }
    var rest = Substring(word)
    guard let letter = rest.popFirst(), var tone = Self.tones[letter] else { return nil }
    while let sign = rest.first, ["#", "♯", "b", "♭"].contains(sign) {
      tone += sign == "#" || sign == "♯" ? 1 : 11
      rest = rest.dropFirst()
    }
    switch rest {
    case "", "maj", "major", "dur": isMinor = false
    case "m", "min", "minor", "moll": isMinor = true
    default: return nil
    }
    self.tone = tone % 12
  }

  private init(fifths: Int, isMinor: Bool) {
    (tone, self.isMinor) = (((fifths * 7) % 12 + 12) % 12, isMinor)
  }

  private static let tones: [Character: Int] = [
    "c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11, "h": 11,
  ]

  /// A number of the circle of fifths with a letter.
  private static func onWheel(_ word: String) -> MusicalKey? {
    guard let letter = word.last, let number = Int(word.dropLast(), radix: 10),
      1...12 ~= number
    else { return nil }
    // C major is 8B and 1d, A minor 8A and 1m.
    switch letter {
    case "b": return MusicalKey(fifths: number - 8, isMinor: false)
    case "a": return MusicalKey(fifths: number - 8 + 3, isMinor: true)
    case "d": return MusicalKey(fifths: number - 1, isMinor: false)
    case "m": return MusicalKey(fifths: number - 1 + 3, isMinor: true)
    default: return nil
    }
  }
}
