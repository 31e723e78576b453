// SPDX-License-Identifier: Apache-2.0
// A piece of music in a list: a sound file, or a part of one.

internal import Quantities

/// One track of a list.
package struct Track: Hashable, Codable, Sendable {
  /// The file, from the root.
  package let path: String
  /// The part of the file, for tracks of a CUE sheet; `nil`: all of it.
  package let part: Part?
  /// What the list says of it, for files that do not say it themselves.
  package var title: String?
  package var artist: String?

  /// A part of a file, in CD frames: 75 of them are a second, as CUE sheets count.
  package struct Part: Hashable, Codable, Sendable {
    package let start: Int
    /// The first one behind it; `nil`: to the end of the file.
    package let end: Int?

    package init(start: Int, end: Int?) { (self.start, self.end) = (start, end) }
  }

  package init(_ path: String, part: Part? = nil, title: String? = nil, artist: String? = nil) {
    (self.path, self.part, self.title, self.artist) = (path, part, title, artist)
  }

  /// What a player has that was emptied.
  package static let none = Track("")

  /// Whether it is nothing at all.
  package var isNone: Bool { path.isEmpty }

  /// Whether it is the same music; a list may call it otherwise.
  package func isSame(as other: Track) -> Bool { path == other.path && part == other.part }

  /// The folder of its file.
  var folder: String { path.folder }

  /// The path or the address as people may see it: without a password.
  package var shownPath: String { StreamAddress.withoutPassword(path) }

  /// Whether it is a stream, and no file.
  package var isStream: Bool { StreamAddress.isOne(path) }

  /// The name for people: its file's, with the number of seconds where a part begins.
  package var name: String {
    if isStream { return StreamAddress.name(of: path) }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return part.map { "\(file) from \($0.start / 75) s" } ?? file
  }
}

extension String {
  /// The folder of a path; the working folder, if it names none.
  var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "." }
}
