// SPDX-License-Identifier: Apache-2.0
// The log of a run: which lines are written, by how much they matter.

import Glibc

/// How much a line of the log matters; the numbers are those of syslog.
package enum LogLevel: Int, CaseIterable, Sendable {
  /// Something is wrong that somebody should look at.
  case error = 3
  /// What users want to know in any case.
  case notice = 5
  /// Each decision of the tower.
  case info = 6
  /// What each session hears.
  case debug = 7

  /// The word that users write for it.
  package var word: String { "\(self)" }
}

/// The log of a run.
///
/// > Threading: Any.
package struct RunLog: Sendable {
  /// Lines that matter less are left out.
  let threshold: LogLevel
  private let write: @Sendable (LogLevel, String) -> Void

  /// Writes what matters at least as much as `threshold` with `write`, a sentence at a time.
  package init(threshold: LogLevel, write: @escaping @Sendable (LogLevel, String) -> Void) {
    (self.threshold, self.write) = (threshold, write)
  }

  /// Writes a sentence.
  func callAsFunction(_ level: LogLevel, _ sentence: @autoclosure () -> String) {
    guard level.rawValue <= threshold.rawValue else { return }
    write(level, sentence())
  }

  /// The same log, whose errors go to `tell` as well.
  func tellingErrors(to tell: @escaping @Sendable (String) -> Void) -> RunLog {
    RunLog(threshold: threshold) { level, sentence in
      write(level, sentence)
      if level == .error { tell(sentence) }
    }
  }

  /// Takes what users want to know in any case.
  var report: @Sendable (String) -> Void {
    { [self] sentence in self(.notice, sentence) }
  }

  /// A sentence as it is written: each of its lines with the time of day.
  package static func stamped(_ sentence: String) -> String {
    let time = timeOfDay
    return sentence.split(separator: "\n").map { "\(time) \($0)" }.joined(separator: "\n")
  }

  /// The local time of day.
  private static var timeOfDay: String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    var moment = unsafe tm()
    unsafe localtime_r(&now.tv_sec, &moment)
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%H:%M:%S", &moment)
    let time = String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let milliseconds = String(now.tv_nsec / 1_000_000)
    return "\(time).\(String(repeating: "0", count: 3 - milliseconds.count))\(milliseconds)"
  }
}
