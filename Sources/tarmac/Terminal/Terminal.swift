// SPDX-License-Identifier: Apache-2.0
// The terminal, and what it can show.

internal import Glibc

/// The standard streams.
enum Terminal {
  /// Writes text for people: text from outside is shown, and the terminal carries out nothing but
  /// our colours.
  static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    writeAsIs(text.shownInLines, to: descriptor)
  }

  /// Shows how far long work is, in a line that the next one overwrites; on a terminal only.
  static func showProgress(_ text: String) {
    guard isInteractive(STDERR_FILENO) else { return }
    let columns = min(size.columns, 80)
    writeAsIs("\r\u{1B}[K" + shortened(text.shown, to: columns - 1), to: STDERR_FILENO)
  }

  /// Writes text for the terminal itself, or for programs; all of it at once, so that lines of
  /// several threads do not mix.
  static func writeAsIs(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard written > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(written, 0))
    }
  }

  /// Whether the output is a terminal.
  static func isInteractive(_ descriptor: Int32 = STDOUT_FILENO) -> Bool {
    isatty(descriptor) == 1
  }

  /// Columns and rows of the terminal; without one, lines have no limit.
  static var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return (Int.max, Int.max)
    }
    return (Int(clamping: window.ws_col), Int(clamping: window.ws_row))
  }

  /// Whether colours are wanted: on a terminal, unless `NO_COLOR` says otherwise.
  static var hasColour: Bool {
    isInteractive() && environment("NO_COLOR")?.isEmpty ?? true && environment("TERM") != "dumb"
  }

  /// Whether characters beyond ASCII can be shown.
  static var hasUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}

/// A colour with a meaning.
enum Style: String, CaseIterable {
  case good = "32"
  case warning = "33"
  case bad = "31"
  case faint = "2"
  case heading = "1"

  /// The sequence that begins this style.
  var sequence: String { "\u{1B}[\(rawValue)m" }
  /// The sequence that ends any style.
  static let end = "\u{1B}[0m"
  /// All that `styled` writes to a terminal.
  static let sequences = allCases.map(\.sequence) + [end]
}

/// `text` in the colour of `style`, where colours are shown.
func styled(_ text: String, _ style: Style?, colour: Bool = Terminal.hasColour) -> String {
  guard let style, colour, !text.isEmpty else { return text }
  return style.sequence + text + Style.end
}

/// `count` spaces.
func spaces(_ count: Int) -> String {
  String(repeating: " ", count: max(count, 0))
}
