// SPDX-License-Identifier: Apache-2.0
// A meter with a held peak, and the bar that shows both.

internal import Quantities

/// A peak that stays for a while before it falls.
struct MeterHold: Hashable, Sendable {
  private(set) var peak_db = -Double.infinity
  private var since_seconds = 0.0

  /// How long the peak stays, and how fast it falls afterwards.
  static let holdSeconds = 1.5
  static let fall_dbPerSecond = 24.0

  /// Takes a reading of a moment.
  mutating func take(_ reading_db: Double, at seconds: Double, after elapsed: Double) {
    if reading_db >= peak_db {
      (peak_db, since_seconds) = (reading_db, seconds)
    } else if seconds - since_seconds > Self.holdSeconds {
      peak_db = max(reading_db, peak_db - Self.fall_dbPerSecond * elapsed)
    }
  }
}

/// A meter from −60 dB to 0 dB, in a row of cells.
enum MeterBar {
  /// The bar of a level in `width` cells, with a mark at the peak that is held.
  static func line(_ level_db: Double, held_db: Double, width: Int) -> ScreenLine {
    guard width > 0 else { return ScreenLine() }
    let (eighths, heldEighths) = (self.eighths(level_db, width), self.eighths(held_db, width))
    let mark = (heldEighths + 7) / 8 - 1
    var line = ScreenLine()
    for cell in 0..<width {
      let filled = min(max(eighths - cell * 8, 0), 8)
      let style = style(at: LevelBar.floor_db * (1 - (Double(cell) + 0.5) / Double(width)))
      if filled == 0, cell == mark {
        line.add("│", style)
      } else {
        line.add(parts[filled], filled == 0 ? .faint : style)
      }
    }
    return line.joined
  }

  /// The scale above the bar: a few levels at their places.
  static func scale(width: Int) -> String {
    var cells = [Character](repeating: " ", count: width)
    for level in [0.0, -6, -20, -40] {
      let word = Array(fixed(level, digits: 0))
      let end = Int(clamping: (share(level) * Double(width)).rounded())
      let start = end - word.count
      let from = max(0, start - 1)
      guard start >= 0, cells[from..<min(width, end + 1)].allSatisfy({ $0 == " " }) else {
        continue
      }
      cells.replaceSubrange(start..<end, with: word)
    }
    return String(cells)
  }

  private static let parts = ["·", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private static func eighths(_ level_db: Double, _ width: Int) -> Int {
    Int(clamping: (share(level_db) * Double(width * 8)).rounded())
  }

  private static func share(_ level_db: Double) -> Double {
    level_db.isNaN ? 0 : max(0, min(1, 1 - level_db / LevelBar.floor_db))
  }

  private static func style(at level_db: Double) -> Style {
    level_db > -3 ? .bad : level_db > -12 ? .warning : .good
  }
}

extension ScreenLine {
  /// The same line, with neighbouring pieces of one style joined.
  fileprivate var joined: ScreenLine {
    var line = ScreenLine()
    var text = ""
    var style: Style?
    for piece in pieces {
      if piece.style != style {
        line.add(text, style)
        (text, style) = ("", piece.style)
      }
      text += piece.text
    }
    line.add(text, style)
    return line
  }
}
