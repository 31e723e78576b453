// SPDX-License-Identifier: Apache-2.0
// A level as a bar.

internal import Quantities

/// Bars from −60 dB to 0 dB.
enum LevelBar {
  /// The quietest level that shows.
  static let floor_db = -60.0

  /// A bar of `width` characters.
  static func text(
    peak_db: Double?,
    width: Int = 10,
    unicode: Bool = Terminal.hasUnicode
  ) -> String {
    let share = peak_db.map { max(0, min(1, 1 - $0 / floor_db)) } ?? 0
    guard unicode else {
      let full = Int(clamping: (share * Double(width)).rounded())
      return String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
    }
    let eighths = Int(clamping: (share * Double(width * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    return bar + String(repeating: "·", count: width - bar.count)
  }

  /// The colour of a level.
  static func style(peak_db: Double?) -> Style? {
    guard let peak_db else { return .faint }
    return peak_db >= -0.1 ? .bad : peak_db > -6 ? .warning : .good
  }
}
