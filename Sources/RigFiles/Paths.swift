// SPDX-License-Identifier: Apache-2.0
// Folders that a user names, files by their whole path, and where this program is.

internal import Glibc
package import RigErrors

/// Makes a folder, unless it is there; a relative path starts at the working folder.
package func makeFolder(_ path: String) throws(RigError) {
  guard unsafe mkdir(path, FileMode.folder.bits) != 0, errno != EEXIST else { return }
  throw Folder.failure("make the folder \(path)")
}

/// Puts a file into its place, of which nothing but the folder must be there.
package func putFile(_ bytes: [UInt8], at path: String, durably: Bool = true) throws(RigError) {
  let slash = path.lastIndex(of: "/")
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  try Folder(slash.map { String(path[...$0]) } ?? ".").put(bytes, at: name, durably: durably)
}

/// The path of this program; nothing where the system does not say.
package var programPath: String {
  guard let path = unsafe realpath("/proc/self/exe", nil) else { return "" }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}
