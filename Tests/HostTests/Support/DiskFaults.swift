// SPDX-License-Identifier: Apache-2.0
// The disk of a rig that is late, or takes no more.

import Foundation

/// What the library of `Tests/FaultInjection` does to a rig that was started by `shell`.
enum DiskFaults {
  /// How bash starts a program whose disk obeys the file `faults`.
  static var shell: String {
    let products = RunningTarmac.program.deletingLastPathComponent()
    return """
      export TARMAC_FAULTS="$XDG_RUNTIME_DIR/faults" \
        LD_PRELOAD='\(products.appending(path: "libFaultInjection.so").path)'; exec "$@"
      """
  }

  /// Makes the file, which says that all is well.
  static func prepare(_ folder: URL) throws {
    try Data(count: 16).write(to: folder.appending(path: "faults"))
  }

  /// Sets the error that each write ends with; 0 for none.
  static func fail(_ error: Int32, in folder: URL) throws { try set(error, at: 0, in: folder) }

  /// Sets how much longer each write takes; a disk that is healed goes on at once.
  static func delay(_ milliseconds: Int32, in folder: URL) throws {
    try set(milliseconds, at: 4, in: folder)
  }

  private static func set(_ value: Int32, at place: UInt64, in folder: URL) throws {
    let file = try FileHandle(forUpdating: folder.appending(path: "faults"))
    try file.seek(toOffset: place)
    try file.write(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    try file.close()
  }
}
