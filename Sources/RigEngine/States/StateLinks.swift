// SPDX-License-Identifier: Apache-2.0
// The files of saved states that are links to what stays elsewhere.

import FoundationEssentials
package import RigErrors

/// Puts copies in the place of links, so that a saved state can go to another machine.
package enum StateLinks {
  /// Replaces all links below `folder` by copies of what they lead to; those that lead nowhere stay.
  package static func replace(in folder: String) throws(RigError) {
    let files = FileManager.default
    for name in (try? files.subpathsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      guard (try? files.destinationOfSymbolicLink(atPath: path)) != nil,
        files.fileExists(atPath: path)
      else { continue }
      let target = URL(filePath: path).resolvingSymlinksInPath().path
      let draft = path + ".copy"
      do {
        try? files.removeItem(atPath: draft)
        try files.copyItem(atPath: target, toPath: draft)
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: draft, toPath: path)
      } catch {
        throw .inputOutput("Cannot copy \(target) into \(folder): is there room for it?")
      }
    }
  }
}
