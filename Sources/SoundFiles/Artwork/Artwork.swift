// SPDX-License-Identifier: Apache-2.0
// The picture of a track: in its file, or beside it.

/// A picture as it was stored, for browsers: nothing here decodes it.
package struct Artwork: Hashable, Sendable {
  /// `image/jpeg`, `image/png`, `image/webp` or `image/gif`.
  package let type: String
  package let bytes: [UInt8]

  /// How large a picture may be.
  static let mostBytes = 2 << 20
  /// How files are called that hold the picture of all tracks of their folder.
  private static let names = ["cover", "folder", "front", "album"]
  private static let endings = ["jpg", "jpeg", "png", "webp", "gif"]

  /// Takes the bytes of a picture; `nil` if they are none, or too many.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let type = Self.type(of: bytes) else { return nil }
    (self.type, self.bytes) = (type, Array(bytes))
  }

  /// Looks for the picture of a track: in its file, or else for one of its folder.
  ///
  /// > Threading: Worker.
  init?(of track: Track) {
    let file = try? SharedDescriptor(reading: track.path)
    let own = file.flatMap { EmbeddedPictures.best(in: $0.file) }
    guard let found = own ?? Self.ofFolder(of: track) else { return nil }
    self = found
  }

  /// What the first bytes of a picture say of it.
  static func type(of bytes: some Collection<UInt8>) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "image/webp" : nil
  }

  private static func ofFolder(of track: Track) -> Artwork? {
    let files = TrackFolder.names(in: track.folder)?.filter { !$0.isFolder }.map(\.name) ?? []
    let found = files.compactMap { name -> (rank: Int, name: String)? in
      let parts = name.lowercased().split(separator: ".")
      guard parts.count == 2, let rank = names.firstIndex(of: String(parts[0])),
        endings.contains(String(parts[1]))
      else { return nil }
      return (rank, name)
    }
    let best = found.min { ($0.rank, $0.name) < ($1.rank, $1.name) }
    guard let best, let file = try? SharedDescriptor(reading: "\(track.folder)/\(best.name)") else {
      return nil
    }
    var bytes = FileBytes(of: file.file)
    return bytes.count <= mostBytes ? Artwork(bytes.read(bytes.count, at: 0)) : nil
  }
}
