// SPDX-License-Identifier: Apache-2.0
// What systemd's journal reads on standard error: each line with its priority.

internal import Glibc
internal import Host

/// The journal of a service.
enum Journal {
  /// Whether standard error leads there: `$JOURNAL_STREAM` names its device and inode.
  static var isOnStandardError: Bool {
    let parts = (Terminal.environment("JOURNAL_STREAM") ?? "").split(separator: ":")
      .compactMap { UInt($0, radix: 10) }
    var status = stat()
    guard parts.count == 2, unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return parts[0] == status.st_dev && parts[1] == status.st_ino
  }

  /// The lines of a text as the journal takes them.
  static func lines(_ text: String, _ level: LogLevel) -> String {
    text.split(separator: "\n").map { "<\(level.rawValue)>\($0)\n" }.joined()
  }
}
