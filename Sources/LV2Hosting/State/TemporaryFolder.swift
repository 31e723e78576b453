// SPDX-License-Identifier: Apache-2.0
// A folder that goes with its owner.

import FoundationEssentials

/// A new folder below the system's one for temporary files, removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let files = FileManager.default
    path = files.temporaryDirectory.appending(path: "tarmac-\(UUID().uuidString)").path
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
