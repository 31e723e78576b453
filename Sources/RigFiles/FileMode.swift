// SPDX-License-Identifier: Apache-2.0
// The modes of the files and folders that the rig makes.

internal import FoundationEssentials
internal import Glibc

/// The mode of a file or a folder, which it has whatever has become of the process's mask.
package struct FileMode: Hashable, Sendable {
  let bits: mode_t

  /// For the rig's user alone: what it remembers.
  package static let secretFile = FileMode(bits: 0o600)
  package static let secretFolder = FileMode(bits: 0o700)
  /// The mode of the user's own files and folders, by the mask that the program was started with.
  package static let file = FileMode(bits: 0o666 & ~mask)
  package static let folder = FileMode(bits: 0o777 & ~mask)

  /// The mask of the process as it was when this was first asked; a plugin can change it later.
  private static let mask: mode_t = {
    // The call that returns the mask sets it, too, and other threads make files meanwhile.
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("Umask:") }
    let digits = line?.drop { !$0.isNumber } ?? ""
    return mode_t(digits, radix: 8) ?? 0o022
  }()

  /// Looks at the mask now, before any plugin has had a chance to change it.
  package static func noteMask() { _ = mask }

  /// The mode of a file that is there.
  static func of(_ status: stat) -> FileMode { FileMode(bits: status.st_mode & 0o7777) }
}
