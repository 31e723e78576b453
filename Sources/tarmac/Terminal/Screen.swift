// SPDX-License-Identifier: Apache-2.0
// A picture that is drawn over itself, and the terminal given back as it was.

internal import Glibc

/// The terminal's second screen.
enum Screen {
  /// Shows the cursor and the first screen again.
  private static let restore = "\u{1B}[?25h\u{1B}[?1049l"

  /// Switches to the second screen; Ctrl-C and SIGTERM switch back and end the program.
  static func open() {
    Terminal.writeAsIs("\u{1B}[?1049h\u{1B}[?25l")
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { _ in
        Screen.close()
        _exit(ExitCode.success.rawValue)
      }
    }
  }

  /// Draws `lines` over what was there.
  static func draw(_ lines: [String]) {
    let text = lines.map { $0.shownInLines + "\u{1B}[K\n" }.joined()
    Terminal.writeAsIs("\u{1B}[H" + text + "\u{1B}[J")
  }

  /// Switches back to the first screen.
  static func close() {
    Terminal.writeAsIs(restore)
  }
}
