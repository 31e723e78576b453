// SPDX-License-Identifier: Apache-2.0
// Folders that several programs change.

internal import Glibc
package import RigErrors

extension Folder {
  /// Does something while no other program does the like in this folder; waits for those that do.
  ///
  /// > Threading: Worker.
  package func whileLocked<Result>(
    _ body: () throws(RigError) -> Result
  ) throws(RigError) -> Result {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Folder.failure("lock \(path)") }
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}
