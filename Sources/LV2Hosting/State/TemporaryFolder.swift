// SPDX-License-Identifier: Apache-2.0
// A folder that goes with its owner.

import FoundationEssentials
import Glibc

/// A new folder below the system's one for temporary files, its user's alone, removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Why there is none.
  private struct NotMade: Error {}

  package init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "tarmac-\(UUID().uuidString)").path
    guard unsafe mkdir(path, 0o700) == 0 else { throw NotMade() }
  }

  deinit {
    let folder = unsafe open(path, Self.asFolder)
    if folder >= 0 { Self.empty(folder, depth: 0) }
    unsafe rmdir(path)
  }

  private static let asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  private static let deepest = 64

  /// Removes all that is in a folder, and closes it.
  ///
  /// A plugin may still be at it, so names are never looked up from above: where a folder was, there may be a link to the
  /// user's own files by now.
  private static func empty(_ folder: Int32, depth: Int) {
    guard let stream = unsafe fdopendir(folder) else {
      close(folder)
      return
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != "..", unsafe unlinkat(folder, name, 0) != 0 else { continue }
      let inner = depth < deepest ? unsafe openat(folder, name, asFolder) : -1
      if inner >= 0 { empty(inner, depth: depth + 1) }
      unsafe unlinkat(folder, name, Int32(AT_REMOVEDIR))
    }
  }
}
