// SPDX-License-Identifier: Apache-2.0
// How all paths from clients become files: what they mean, and how far they may lead.

import ControlProtocol
import Glibc
import Quantities
import RigErrors

/// The folder where clients' paths start, and the folder that they must not leave.
struct ClientPath {
  /// The folder that relative paths start at.
  let start: String
  /// The folder that files must be in, wherever links lead; `nil` for any.
  var bounds: String?

  /// The longest path that the system takes.
  private static let maximumBytes = Int(PATH_MAX) - 1

  /// Paths that start at the folder of a preset.
  init(besidePreset file: String) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    start = folder.hasPrefix("/") ? folder : Self.workingFolder + folder
  }

  /// Paths that start at a folder and must stay in it.
  init(within folder: String) {
    start = folder
    bounds = folder
  }

  /// The path from the root of the file system; refuses one that cannot be meant, or leads out of
  /// the bounds.
  func resolve(_ path: String) throws(RigError) -> String {
    try Self.check(path)
    let resolved = path.hasPrefix("/") ? path : "\(start)\(start.hasSuffix("/") ? "" : "/")\(path)"
    if let bounds { try check(resolved, isIn: bounds) }
    return resolved
  }

  /// The same for something to be played; the address of a stream is left as it is.
  func track(_ path: String) throws(RigError) -> String {
    StreamAddress.isOne(path) ? path : try resolve(path)
  }

  /// The same for a folder that is written into: the way to the preset may have links, the client's
  /// own part may not.
  func folder(_ path: String) throws(RigError) -> String {
    try Self.check(path)
    guard !path.hasPrefix("/"), let real = Self.real(start) else { return try resolve(path) }
    return "\(real)\(real == "/" ? "" : "/")\(path)"
  }

  /// Refuses a path that cannot be meant: an empty one, one that the system cuts short, or one with
  /// characters that change how it reads.
  static func check(_ path: String) throws(RigError) {
    guard !path.isEmpty else { throw .data("An empty path leads nowhere: send one.") }
    guard path.utf8.count <= maximumBytes else {
      throw .data("The path has \(path.utf8.count) bytes; send one with at most \(maximumBytes).")
    }
    guard !path.unicodeScalars.contains(where: \.isUnseen) else {
      throw .data("The path holds characters that can't be seen: send one without.")
    }
  }

  /// Compares real folders: the last part of a path need not be there, and is never followed when
  /// it is a link.
  private func check(_ path: String, isIn bounds: String) throws(RigError) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let (folder, name) = (String(path[...slash]), path[path.index(after: slash)...])
    guard let real = Self.real(folder), let limit = Self.real(bounds) else {
      throw .data("There is no folder \(folder) to record into: make it first.")
    }
    guard real == limit || real.hasPrefix(limit + "/"), !["", ".", ".."].contains(name) else {
      throw .data("The preset keeps recordings in \(bounds), not at \(path): name a file in it.")
    }
  }

  /// A path without links, `.` and `..`; `nil` when nothing is there.
  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static var workingFolder: String {
    guard let here = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(here) }
    return unsafe String(cString: here) + "/"
  }
}
