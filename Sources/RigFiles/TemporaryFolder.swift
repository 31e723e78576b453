// SPDX-License-Identifier: Apache-2.0
// A folder that goes with its owner.

internal import Dispatch
internal import Glibc
package import RigErrors
internal import Synchronization

/// A new folder below the system's one for temporary files, for the rig's user alone; removed with
/// this object.
///
/// Its disk may not answer: making one waits for the disk, and so does removing one, or letting go
/// of the last reference to one that is still there.
package final class TemporaryFolder: Sendable {
  package let path: String
  private let isRemoved = Atomic(false)
  private static let leaving = Atomic(0)

  /// How many folders are being removed on a thread of their own.
  package static var leavingCount: Int { leaving.load(ordering: .acquiring) }

  package init() throws(RigError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    var template = Array("\(parent.isEmpty ? "/tmp" : parent)/tarmac-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Folder.failure("make a folder in \(parent.isEmpty ? "/tmp" : parent)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Removes it now, if that has not been done.
  package func remove() {
    if !isRemoved.exchange(true, ordering: .acquiringAndReleasing) { removeTree(path) }
  }

  /// Removes it on a thread of its own, so that nobody waits for the disk.
  package func leave() {
    guard !isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Self.leaving.add(1, ordering: .acquiringAndReleasing)
    DispatchQueue(label: "tarmac removal").async { [path] in
      removeTree(path)
      Self.leaving.subtract(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// Removes a file, or a folder with all that is in it; links are removed and not followed.
package func removeTree(_ path: String) {
  guard unsafe unlink(path) != 0 else { return }
  let folder = unsafe open(path, asFolder)
  if folder >= 0 { empty(folder, depth: 0) }
  unsafe rmdir(path)
}

/// Removes a folder in which there is nothing.
package func removeIfEmpty(_ folder: String) { _ = unsafe rmdir(folder) }

private let asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
private let deepest = 64

/// Removes all that is in a folder, and closes it.
///
/// A plugin may still be at it, so names are never looked up from above: where a folder was, there
/// may be a link to the user's own files by now.
private func empty(_ folder: Int32, depth: Int) {
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
