// SPDX-License-Identifier: Apache-2.0
// The file of a preset, which is rewritten as a whole or not at all.

import FoundationEssentials
import RigErrors
import RigFiles

/// The file of a preset, and its text.
struct PresetFile {
  /// Its folder, and its name there, with links resolved.
  private let folder: String
  private let name: String
  private let mode: FileMode
  let text: String

  /// The longest text that is read.
  private static let mostBytes = 16 << 20

  /// Reads a file.
  init(_ path: String) throws(RigError) {
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    let slash = real.lastIndex(of: "/") ?? real.startIndex
    folder = String(real[...slash])
    name = String(real[slash...].dropFirst())
    do {
      let file = try OpenFile(at: real)
      guard let text = String(validating: try file.bytes(limit: Self.mostBytes), as: UTF8.self)
      else { throw RigError.inputOutput("") }
      (self.text, mode) = (text, file.mode)
    } catch {
      throw .inputOutput("\(path) can't be read.")
    }
  }

  /// Writes another text beside the file, with the same permissions.
  func draft(_ text: String) throws(RigError) -> Draft {
    let draft = ".\(name).\(UUID().uuidString.prefix(8)).yaml"
    do throws(RigError) {
      try Folder(folder).put(Array(text.utf8), at: draft, mode: mode, replacing: .nothing)
    } catch {
      throw .inputOutput("Nothing can be written beside \(folder)\(name). \(error.message)")
    }
    return Draft(folder: folder, name: draft, target: name)
  }

  /// A text that is to replace the file's.
  struct Draft {
    fileprivate let folder: String
    fileprivate let name: String
    fileprivate let target: String

    var path: String { folder + name }

    /// Replaces the file in a single step.
    func commit() throws(RigError) { try Folder(folder).rename(name, to: target) }

    /// Removes the draft, unless it has replaced the file.
    func discard() { try? Folder(folder).remove(name) }
  }
}
