// SPDX-License-Identifier: Apache-2.0
// A full screen that is redrawn in place, and leaves the terminal as it was.

internal import CRealtime
internal import Glibc

/// The terminal's second screen, on which only what has changed is drawn again.
struct Screen {
  /// The terminal's settings before, if they were changed to read keys.
  private var before: termios?
  private var isOpen = false
  private var shown: [ScreenLine] = []
  private var size = (columns: 0, rows: 0)
  private let colour = Terminal.hasColour
  private let hasUnicode = Terminal.hasUnicode

  /// The sequence that brings back the first screen and the cursor.
  private static let leaving = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Why a terminal can't show a full screen; `nil` if it can.
  static var refusal: String? {
    let kind = Terminal.environment("TERM") ?? ""
    guard kind.isEmpty || kind == "dumb" else { return nil }
    return "This terminal (TERM is '\(kind)') can't show a full screen"
  }

  /// Switches to the second screen, where each key is read as it is pressed and no signal comes
  /// from the keyboard.
  ///
  /// A crash restores the terminal as `close` does.
  mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    var settings = termios()
    if unsafe tcgetattr(STDIN_FILENO, &settings) == 0 {
      unsafe tarmac_screen_guard(Self.leaving, &settings)
      before = settings
      readKeys(settings)
    } else {
      unsafe tarmac_screen_guard(Self.leaving, nil)
    }
    Terminal.writeAsIs("\u{1B}[?1049h\u{1B}[?25l")
    shown = []
    size = (0, 0)
  }

  private func readKeys(_ usual: termios) {
    var settings = usual
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)  // FITS: they are flags
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)  // FITS: they are flags
    // One byte is enough, and there is no time to wait for more: VTIME and VMIN.
    (settings.c_cc.5, settings.c_cc.6) = (0, 1)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Draws those of `lines` that have changed, or all of them after the terminal's size has
  /// changed.
  mutating func draw(_ lines: [ScreenLine], on size: (columns: Int, rows: Int)) {
    var text = ""
    if size != self.size {
      text += "\u{1B}[0m\u{1B}[2J"
      (self.size, shown) = (size, [])
    }
    let lines = lines.prefix(size.rows).map { $0.fitted(to: size.columns) }
    for row in 0..<max(lines.count, shown.count) {
      let line = row < lines.count ? lines[row] : ScreenLine()
      guard row >= shown.count || shown[row] != line else { continue }
      text += "\u{1B}[\(row + 1);1H" + written(line)
      // In the last column the cursor is on what it would erase.
      if line.cells < size.columns { text += "\u{1B}[K" }
    }
    shown = lines
    if !text.isEmpty, tarmac_screen_is_taken() { Terminal.writeAsIs(text) }
  }

  private func written(_ line: ScreenLine) -> String {
    let text = line.sequence(colour: colour)
    guard !hasUnicode, !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
    return String(text.map { Self.plain[$0] ?? $0 })
  }

  /// Replacements for our own signs where there is nothing but ASCII.
  private static let plain: [Character: Character] = [
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "-", "▎": "-", "▏": "-", "·": "-",
    "│": "|", "━": "=", "─": "-", "…": "~", "▶": ">", "▼": "v", "→": ">", "←": "<", "↑": "^",
    "↓": "v", "–": "-", "µ": "u",
  ]

  /// Has everything drawn again the next time.
  mutating func forget() { size = (0, 0) }

  /// Switches back to the first screen, and leaves the terminal as it was.
  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    Terminal.writeAsIs(Self.leaving)
    if var settings = before { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
    before = nil
    tarmac_screen_release()
  }
}
