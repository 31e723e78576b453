// SPDX-License-Identifier: Apache-2.0
// How much room text takes on a terminal.

extension Character {
  /// The cells that it takes on a terminal: two for East Asian letters and pictures, none for what
  /// only changes its neighbour.
  var cells: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The characters that Unicode's tables call wide, in broad ranges.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The cells that a terminal gives the text in one line.
  var cells: Int { reduce(0) { $0 + $1.cells } }

  /// As much of its beginning as fits into so many cells.
  func prefix(cells: Int) -> String {
    var (text, room) = ("", cells)
    for character in self {
      room -= character.cells
      guard room >= 0 else { break }
      text.append(character)
    }
    return text
  }
}
