// SPDX-License-Identifier: Apache-2.0
// What libjack says: never straight to a terminal, for it quotes names that other programs have
// chosen.

internal import CJACK
internal import Glibc
internal import Synchronization

/// Takes what libjack says from now on, a line at a time, on any thread; without it standard error
/// does, with what a terminal would carry out left out.
package func tellJACKMessages(to tell: @escaping @Sendable (String) -> Void) {
  JACKMessages.tell(to: tell)
}

/// libjack has one place for messages in a process.
///
/// > Threading: Any.
enum JACKMessages {
  private static let state = Mutex(State())

  private struct State {
    var tell: (@Sendable (String) -> Void)?
    /// How many keep messages to themselves at the moment.
    var quiet = 0
    var lastComplaint: String?
  }

  fileprivate static func tell(to tell: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.tell = tell }
    listen()
  }

  /// Has libjack's messages come here.
  private static func listen() {
    unsafe jack_set_error_function { unsafe JACKMessages.take($0, isComplaint: true) }
    unsafe jack_set_info_function { unsafe JACKMessages.take($0, isComplaint: false) }
  }

  /// Keeps messages back until `end`.
  static func begin() {
    state.withLock { state in
      state.quiet += 1
      state.lastComplaint = nil
    }
    listen()
  }

  /// Lets messages out again; returns the last complaint.
  static func end() -> String? {
    state.withLock { state in
      state.quiet -= 1
      return state.lastComplaint
    }
  }

  private static func take(_ message: UnsafePointer<CChar>?, isComplaint: Bool) {
    guard let message = unsafe message else { return }
    let line = unsafe String(cString: message)
    let (isQuiet, tell) = state.withLock { state in
      if isComplaint { state.lastComplaint = line }
      return (state.quiet > 0, state.tell)
    }
    if isQuiet { return }
    if let tell { return tell(line) }
    let shown = line.unicodeScalars.map { isHarmless($0) ? Character($0) : "?" }
    let bytes = Array((String(shown) + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
    default: true
    }
  }
}
