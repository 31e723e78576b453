// SPDX-License-Identifier: Apache-2.0
// A list of tracks: a file that names them, or a folder that has them.

/// A list as it was read.
package struct TrackList: Sendable {
  /// Where it is.
  package let path: String
  package let tracks: [Track]
  /// What is not as it should be; each to go on with after "the list".
  package let remarks: [String]

  /// How large the file of a list may be.
  private static let mostBytes = 16 << 20
  /// How the files of lists end.
  package static let endings = ["m3u", "m3u8", "pls", "xspf", "cue"]

  /// Reads a list: `.m3u`, `.m3u8`, `.pls`, `.xspf`, `.cue`, or a folder.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: why it can't be read.
  package init(path: String) throws(SoundFileError) {
    self.path = path
    if FileIdentity.isFolder(path) {
      (tracks, remarks) = (try TrackFolder(path).tracks, [])
      return
    }
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    guard Self.endings.contains(ending) else {
      let endings = Self.endings.map { ".\($0)" }.joined(separator: ", ")
      throw .cannotRead(
        path: path,
        reason: "a list is a folder, or its name ends in one of \(endings)"
      )
    }
    let descriptor = try Descriptor(reading: path)
    var bytes = FileBytes(of: descriptor)
    guard bytes.count <= Self.mostBytes else {
      throw .cannotRead(path: path, reason: "a list has at most \(Self.mostBytes >> 20) MB")
    }
    let list = ListContents(ending, bytes.read(bytes.count, at: 0), folder: path.folder)
    (tracks, remarks) = (list?.tracks ?? [], list?.remarks ?? [])
  }

  /// What can be said of a list before it is played: why nothing of it can be, and what else is
  /// not as it should be, each to go on with after "the list".
  ///
  /// Of each track it is looked whether there is a file; they are opened when they are played.
  ///
  /// > Threading: Worker.
  package static func findings(on path: String) -> (problem: String?, remarks: [String]) {
    let list: TrackList
    do {
      list = try TrackList(path: path)
    } catch {
      guard case .cannotRead(_, let reason) = error else { return (error.description, []) }
      return (reason, [])
    }
    let missing = list.tracks.filter { !SoundFilePlayer.isThere($0.path) }
    var remarks = list.remarks + missing.prefix(5).map { "names \($0.path), which does not exist" }
    if missing.count > 5 {
      remarks.append("names \(missing.count - 5) more files that do not exist")
    }
    guard missing.count < list.tracks.count else {
      return (list.tracks.isEmpty ? "there is no sound file in it" : "none of its files exists", [])
    }
    return (nil, remarks)
  }

  /// Reads a list that is in memory; `nil` where its name does not say how it is written.
  ///
  /// > Threading: Any.
  package init?(_ name: String, _ bytes: some Collection<UInt8>) {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    guard let list = ListContents(ending, bytes, folder: name.folder) else { return nil }
    (path, tracks, remarks) = (name, list.tracks, list.remarks)
  }
}

extension ListContents {
  fileprivate init?(_ ending: String, _ bytes: some Collection<UInt8>, folder: String) {
    // What is no list may be long.
    guard TrackList.endings.contains(ending) else { return nil }
    let text = ListText(bytes, folder: folder)
    switch ending {
    case "pls": self.init(pls: text)
    case "xspf": self.init(xspf: Array(bytes), text)
    case "cue": self.init(cue: text)
    default: self.init(m3u: text)
    }
  }
}
