// SPDX-License-Identifier: Apache-2.0
// The repository as the checks see it: files with their path and lines.

internal import Foundation
import Testing

/// A text file of the repository.
struct SourceFile: CustomTestStringConvertible {
  /// The path from the root of the repository.
  var path: String
  var lines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
  }

  /// The name of the target, for a file under `Sources`.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : ""
  }

  /// A finding of a check in the form that editors can follow.
  func finding(_ line: Int, _ text: String) -> String {
    "\(path):\(line + 1): \(text)"
  }

  var testDescription: String { path }
}

/// The repository that this file is in.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// All files under `folder` whose name ends in `.extension`.
  static func files(under folder: String, extension suffix: String = "swift") throws -> [SourceFile]
  {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return try names.filter { $0.hasSuffix(".\(suffix)") }.sorted().map {
      try file("\(folder)/\($0)")
    }
  }

  static func file(_ path: String) throws -> SourceFile {
    let url = root.appending(path: path)
    return SourceFile(path: path, text: try String(contentsOf: url, encoding: .utf8))
  }
}
