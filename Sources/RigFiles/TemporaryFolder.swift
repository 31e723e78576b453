// SPDX-License-Identifier: Apache-2.0
// A folder that goes with its owner.

internal import Glibc
package import RigErrors

/// A new folder below the system's one for temporary files, for the rig's user alone; removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws(RigError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    var template = Array("\(parent.isEmpty ? "/tmp" : parent)/tarmac-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Folder.failure("make a folder in \(parent.isEmpty ? "/tmp" : parent)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { removeTree(path) }
}

/// Removes a file, or a folder with all that is in it; links are removed and not followed.
package func removeTree(_ path: String) {
  guard unsafe unlink(path) != 0, let folder = try? Folder(path) else { return }
  for name in folder.names { removeTree("\(path)/\(name)") }
  unsafe rmdir(path)
}
