// SPDX-License-Identifier: Apache-2.0
// Folders, made where they are missing.

import Glibc
package import RigErrors

/// Makes a folder, given by its absolute path, and those that lead to it, unless they are there.
package func makeFolders(_ folder: String, mode: UInt32 = 0o777) throws(RigError) {
  var path = ""
  for part in folder.split(separator: "/") {
    path += "/" + part
    unsafe mkdir(path, mode)
  }
  try makeFolder(folder)
}

/// Makes a folder, unless it is there.
package func makeFolder(_ directory: String) throws(RigError) {
  guard unsafe mkdir(directory, 0o777) != 0, errno != EEXIST else { return }
  let reason = unsafe String(cString: strerror(errno))
  throw .inputOutput("Cannot make the folder \(directory): \(reason).")
}
