// SPDX-License-Identifier: Apache-2.0
// The library on the disk.

internal import RigErrors
internal import RigFiles
internal import StrictJSON

/// The files of a library: each holds what is prepared of the tracks whose paths have the same
/// check digits, so that few bytes are written for one cue and few files are read for a search.
///
/// Several programs may write at the same time; each reads a shelf again before it does.
///
/// > Threading: Worker.
struct LibraryShelves: Sendable {
  /// What a shelf holds, by the paths of files.
  typealias Tracks = [String: TrackPreparation]

  private struct Document: Codable {
    /// Of the format.
    var version = Document.newest
    var tracks: Tracks = [:]

    static let newest = 1

    init(_ tracks: Tracks) { self.tracks = tracks }

    /// A track that can't be understood costs no other one.
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      version = try values.decode(Int.self, forKey: .version)
      tracks = try values.decode([String: Entry].self, forKey: .tracks).compactMapValues(\.value)
    }

    private struct Entry: Decodable {
      let value: TrackPreparation?

      init(from decoder: any Decoder) throws { value = try? TrackPreparation(from: decoder) }
    }
  }

  let folder: String

  /// The names of all shelves.
  static let names = (0...UInt8.max).map { name(Hexadecimal.text(of: [$0])) }

  /// The shelf that a path belongs to: the same in every run, and on every machine.
  static func name(of path: String) -> String { name(Checksum(path.utf8).text.suffix(2)) }

  private static func name(_ digits: some StringProtocol) -> String { "\(digits).json" }

  /// What a shelf holds, and a sentence where that is damaged.
  func read(_ name: String) -> (tracks: Tracks, problem: String?) {
    let (document, problem) = document(name, settingAside: false)
    return (document.tracks, problem)
  }

  private func document(_ name: String, settingAside: Bool) -> (Document, problem: String?) {
    switch file(name).read(Document.self, settingAside: settingAside) {
    case .nothing: (Document([:]), nil)
    case .present(let document): (document, nil)
    case .former(let document, let problem): (document, problem)
    case .damaged(let problem): (Document([:]), problem)
    }
  }

  /// Changes what a shelf holds, and returns that; what is empty is left out, and what is damaged
  /// gets another name.
  @discardableResult
  func change(_ name: String, _ body: (inout Tracks) -> Void) throws(RigError) -> Tracks {
    let lock = try Folder(making: folder, mode: .secretFolder)
    return try lock.whileLocked { () throws(RigError) in
      var document = document(name, settingAside: true).0
      guard document.version <= Document.newest else {
        throw .data("\(file(name).path) was written by a newer version of Tarmac: use that.")
      }
      let before = document.tracks
      body(&document.tracks)
      document.tracks = document.tracks.filter { !$0.value.isEmpty }
      if document.tracks != before { try file(name).write(document) }
      return document.tracks
    }
  }

  private func file(_ name: String) -> StoredJSON {
    StoredJSON(name, in: folder, mode: .secretFile)
  }
}
