// SPDX-License-Identifier: Apache-2.0
// The file of a preset, to be written anew as a whole or not at all.

import Foundation
import RigErrors

/// The file of a preset, and its text.
struct PresetFile {
  /// Where it is, links followed.
  private let url: URL
  let text: String

  /// Reads a file.
  init(_ path: String) throws(RigError) {
    url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8)
    else { throw RigError(.inputOutput, "\(path) can't be read.") }
    self.text = text
  }

  /// Writes another text beside the file, with the same permissions.
  func draft(_ text: String) throws(RigError) -> Draft {
    let name = ".\(url.lastPathComponent).\(UUID().uuidString.prefix(8)).yaml"
    let draft = url.deletingLastPathComponent().appendingPathComponent(name)
    do {
      let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
      try Data(text.utf8).write(to: draft, options: .withoutOverwriting)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft.path)
      }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw RigError(.inputOutput, "Nothing can be written beside \(url.path).")
    }
    return Draft(path: draft.path, target: url.path)
  }

  /// A text that is to take the place of the file's.
  struct Draft {
    let path: String
    fileprivate let target: String

    /// Puts it into that place, at once.
    func commit() throws(RigError) {
      guard unsafe rename(path, target) == 0 else {
        throw RigError(.inputOutput, "\(target) can't be written.")
      }
    }

    /// Removes it, unless it is in its place.
    func discard() { try? FileManager.default.removeItem(atPath: path) }
  }
}
