// SPDX-License-Identifier: Apache-2.0
// Resolves paths in a preset, and looks up what is there.

import Glibc

/// Resolves paths in a preset.
enum Path {
  /// The folder of a file, with its slash; empty for a file without folder.
  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return String(file[...slash])
  }

  /// A path as it is named in `file`: relative ones start at the folder of `file`, those that begin
  /// with `~/` at the user's home.
  static func resolve(_ path: String, in file: String) -> String {
    if path.hasPrefix(homeMark), let home { return home + path.dropFirst(homeMark.count - 1) }
    return path.hasPrefix("/") ? path : folder(of: file) + path
  }

  /// The beginning of paths that start at the user's home.
  static let homeMark = "~/"

  private static var home: String? {
    guard let home = unsafe getenv("HOME").map({ unsafe String(cString: $0) }) else { return nil }
    return home.hasPrefix("/") ? home : nil
  }

  /// The resolved path from the root of the file system, for use in other working directories.
  static func absolute(_ path: String, in file: String) -> String {
    let resolved = resolve(path, in: file)
    guard !resolved.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return resolved }
    defer { unsafe free(here) }
    return unsafe "\(String(cString: here))/\(resolved)"
  }

  /// The canonical path of an existing file: from the root, without links.
  static func real(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(validatingCString: found) ?? path
  }

  /// The canonical path of a new file in an existing folder; if the file is a link, it stays one.
  static func real(new path: String) -> String {
    let folder = folder(of: path)
    let name = path.dropFirst(folder.count)
    return "\(real(folder.isEmpty ? "." : folder))/\(name)"
  }

  /// Whether there is anything at `path`.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether there is a file at `path` that may be run.
  static func isProgram(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0 && !isFolder(path)
  }

  /// Whether there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path.isEmpty ? "." : path, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: Names that look the same

  /// An existing file whose name looks the same as the path but is composed of other code points;
  /// the end of a sentence, `nil` where there is none.
  static func twin(of path: String) -> String? {
    var parent = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      let here = parent + part
      guard !exists(here) else {
        parent = here + "/"
        continue
      }
      // Swift's texts are equal when they look the same.
      guard let name = names(in: parent).first(where: { $0 == part }) else { return nil }
      let isApart = name.utf8.count > part.utf8.count
      let (there, written) = isApart ? (apart, together) : (together, apart)
      let remedy = "rename it, or copy its name from a list of the folder"
      return
        "one whose name looks the same does: \(name.quotedPath) is written as \(there), here it is \(written); \(remedy)"
    }
    return nil
  }

  private static let together = "NFC (a letter and its accent are one character)"
  private static let apart = "NFD (a letter and its accent are two characters)"

  private static func names(in folder: String) -> [String] {
    guard let list = unsafe opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
