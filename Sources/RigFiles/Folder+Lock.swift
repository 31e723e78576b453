// SPDX-License-Identifier: Apache-2.0
// Folders that several programs change.

internal import Glibc
package import RigErrors

extension Folder {
  /// How long another program is waited for, in steps of so many microseconds.
  private static let (steps, step) = (500, 20_000 as useconds_t)

  /// Does something while no other program does the like in this folder; waits for those that do,
  /// for up to ten seconds.
  ///
  /// > Threading: Worker.
  package func whileLocked<Result>(
    _ body: () throws(RigError) -> Result
  ) throws(RigError) -> Result {
    var left = Folder.steps
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK, left > 0 else {
        throw Folder.failure("lock \(path)")
      }
      left -= 1
      usleep(Folder.step)
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}
