// SPDX-License-Identifier: Apache-2.0
// Which files of a state's folder the rig has written: those it may write over, and no others.

import RigErrors
import RigFiles
import StrictJSON

/// The list of what the rig has written into a folder, kept in that folder, so that it moves along
/// with it.
///
/// A file is the rig's own as long as it is what was written. While files are being exchanged both
/// versions of each are in the list, so that a crash in between makes none of them a stranger's.
struct OwnFiles: Codable {
  /// The version of the format.
  var version = 2
  /// The marks of each file's versions, by its path in the folder.
  private var files: [String: Set<String>] = [:]

  /// The name of the list.
  static let fileName = "tarmac-files.json"

  /// The mark of a file that has these bytes.
  static func mark(_ sum: Checksum) -> String { sum.text }
  /// The mark of a link.
  static func mark(linkTo target: String) -> String { "link to \(target)" }

  /// Reads the list of a folder; `nil` where there is none.
  init?(in folder: borrowing Folder) throws(RigError) {
    guard folder.kind(of: Self.fileName) != nil else { return nil }
    do {
      let bytes = try OpenFile(Self.fileName, in: folder).bytes(limit: JSONText.maximumBytes)
      self = try SealedJSON.decode(OwnFiles.self, from: bytes)
    } catch {
      throw .data(
        "\(folder.path)/\(Self.fileName) is damaged, so nobody knows what may be written over: name another folder."
      )
    }
  }

  init() {}

  func write(into folder: borrowing Folder) throws(RigError) {
    guard let bytes = try? SealedJSON.encode(self) else {
      throw RigError(.software, "The list of the files in \(folder.path) can't be put into JSON.")
    }
    try folder.put(bytes, at: Self.fileName)
  }

  /// Whether the rig has written a file that has this mark now.
  func has(_ path: String, _ mark: String) -> Bool { files[path]?.contains(mark) == true }

  /// Notes that a file will be another one, or has become it.
  mutating func expect(_ path: String, _ mark: String) { files[path, default: []].insert(mark) }
  mutating func settle(_ path: String, _ mark: String) { files[path] = [mark] }
}
