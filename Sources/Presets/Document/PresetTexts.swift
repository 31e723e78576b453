// SPDX-License-Identifier: Apache-2.0
// The texts of a preset: those on the disk, or those kept from the last valid version.

/// The texts of a preset and of the files that it includes.
///
/// > Threading: Any.
package struct PresetTexts: Codable, Hashable, Sendable {
  /// The texts by their paths, as the preset names them.
  var files: [String: String] = [:]

  /// Makes an empty table.
  init() {}
}

/// An open file of a preset: one on the disk, or a kept text.
enum PresetFile: ~Copyable {
  case onDisk(RegularFile)
  case kept(String, FileIdentity)

  /// Which file it is, whatever path leads to it.
  var identity: FileIdentity {
    switch self {
    case .onDisk(let file): file.identity
    case .kept(_, let identity): identity
    }
  }

  fileprivate consuming func bytes() throws(FileProblem) -> [UInt8] {
    switch consume self {
    case .onDisk(let file): try file.bytes(limit: Limits.fileBytes)
    case .kept(let text, _): Array(text.utf8)
    }
  }
}

/// Opens the files of a preset, and keeps their texts.
struct PresetFiles {
  /// The texts to be read instead of files on the disk; `nil` for the disk.
  private let kept: PresetTexts?
  /// The texts that were read.
  private(set) var texts = PresetTexts()

  init(_ kept: PresetTexts?) { self.kept = kept }

  /// Opens the file that a path leads to.
  func open(_ path: String) throws(FileProblem) -> PresetFile {
    guard let kept else { return .onDisk(try RegularFile(path)) }
    guard let text = kept.files[path], let place = kept.files.keys.sorted().firstIndex(of: path)
    else { throw .missing }
    return .kept(text, FileIdentity(device: .max, inode: UInt(clamping: place)))
  }

  /// The content of the file at a path.
  mutating func read(
    _ file: consuming PresetFile,
    at path: String
  ) throws(FileProblem) -> [UInt8] {
    let bytes = try file.bytes()
    texts.files[path] = String(decoding: bytes, as: UTF8.self)
    return bytes
  }
}
