// SPDX-License-Identifier: Apache-2.0
// What is known of a player's file, as it was opened last.

internal import Quantities

/// The shape of an open sound file.
struct SoundShape: Sendable {
  let identity: FileIdentity
  let channels: Int
  let rate: SampleRate
  /// The length.
  let frames: Int
  let tags: SoundTags

  init(_ reader: SoundFileReader) {
    (identity, channels) = (reader.identity, reader.channels)
    (rate, frames, tags) = (reader.rate, reader.frames, reader.tags)
  }
}

/// What has become of the file that a player has open.
enum FileChange {
  /// It is as it was, or nobody can say.
  case none
  /// Nothing has its name any more.
  case deleted
  /// Another one has its name, or it has been written again.
  case replaced(FileIdentity)

  /// Asks the disk.
  ///
  /// > Threading: Worker.
  init(of path: String, since identity: FileIdentity) {
    switch FileIdentity.owner(of: path) {
    case .file(identity), .unknown: self = .none
    case .file(let other): self = .replaced(other)
    case .nobody: self = .deleted
    }
  }
}
