// SPDX-License-Identifier: Apache-2.0
// The texts that a preset consists of: those on the disk, or those that were there when it was good.

/// The texts of a preset and of the files that it includes.
///
/// > Threading: Any.
public struct PresetTexts: Codable, Hashable, Sendable {
  /// The texts by their paths, as the preset names them.
  var files: [String: String] = [:]

  /// None.
  init() {}
}

/// Opens the files of a preset, and keeps what they held.
struct PresetFiles {
  /// The texts to be read instead of what is on the disk; `nil` for the disk.
  private let kept: PresetTexts?
  /// What was read.
  private(set) var texts = PresetTexts()

  init(_ kept: PresetTexts?) { self.kept = kept }

  /// Which file a path leads to.
  func identity(of path: String) throws(FileProblem) -> FileIdentity {
    guard let kept else { return try RegularFile(path).identity }
    guard let place = kept.files.keys.sorted().firstIndex(of: path) else {
      throw .missing
    }
    return FileIdentity(device: .max, inode: UInt(clamping: place))
  }

  /// What a file holds.
  mutating func bytes(of path: String) throws(FileProblem) -> [UInt8] {
    if let kept {
      guard let text = kept.files[path] else { throw .missing }
      texts.files[path] = text
      return Array(text.utf8)
    }
    let bytes = try RegularFile(path).bytes(limit: Limits.fileBytes)
    texts.files[path] = String(decoding: bytes, as: UTF8.self)
    return bytes
  }
}
