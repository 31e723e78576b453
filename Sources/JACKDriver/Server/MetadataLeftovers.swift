// SPDX-License-Identifier: Apache-2.0
// The database of JACK's metadata, which a killed program may have left locked for good.

internal import Glibc

/// The folder in `/dev/shm` that all JACK programs of a user share.
package enum MetadataLeftovers {
  private static var folder: String { "/dev/shm/jack_db-\(getuid())" }

  /// Removes the database if no process has it open, so that no server that is started now waits
  /// for a dead program.
  package static func removeUnused() {
    guard let names = entries(of: folder), !isInUse else { return }
    for name in names { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  private static var isInUse: Bool {
    (entries(of: "/proc") ?? []).contains { name in
      guard Int(name) != nil, let maps = readFile("/proc/\(name)/maps") else { return false }
      // An older database that was removed is nobody's hindrance.
      return maps.split(separator: "\n").contains { line in
        line.contains("\(folder)/") && !line.hasSuffix("(deleted)")
      }
    }
  }
}
