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
  private let fixedTags: SoundTags
  /// How the stream is, if it is one.
  let stream: StreamState?
  /// The frames of the track before these: the silence that is left out.
  let lead: Int
  /// The frame of the file that is the track's first.
  let start: Int
  /// How it goes over into others, in frames of the file.
  let edges: TrackEdges
  /// What makes it as loud as its player's tracks are to be.
  let gain: TrackGain

  /// What is known of its music.
  var tags: SoundTags { stream.map { $0.tags.completed(by: fixedTags) } ?? fixedTags }

  /// That of a file, or of some frames of it.
  init(
    _ reader: SoundFileReader,
    _ range: PlayedRange? = nil,
    _ tags: SoundTags? = nil,
    of track: Track? = nil,
    _ gain: TrackGain = .none
  ) {
    (self.gain, stream, lead) = (gain, reader.stream, range?.lead ?? 0)
    start = range?.frames.lowerBound ?? 0
    (identity, channels) = (reader.identity, reader.channels)
    (rate, frames) = (reader.rate, range?.frames.count ?? reader.frames)
    edges = range?.edges ?? .none
    let tags = tags ?? reader.tags
    // What a CUE sheet says of a part is truer than what the file says of the whole.
    let named = SoundTags(title: track?.title, artist: track?.artist)
    fixedTags = track?.part == nil ? tags.completed(by: named) : named.completed(by: tags)
  }
}

extension SoundShape {
  /// That of no file.
  init(nothingFor plan: PlayerPlan) {
    (identity, channels, rate, frames) = (.none, plan.width, plan.rate, 0)
    (fixedTags, stream, lead, start, edges, gain) = (SoundTags(), nil, 0, 0, .none, .none)
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
    guard identity != .none else {
      self = .none
      return
    }
    switch FileIdentity.owner(of: path) {
    case .file(identity), .unknown: self = .none
    case .file(let other): self = .replaced(other)
    case .nobody: self = .deleted
    }
  }
}
