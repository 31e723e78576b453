// SPDX-License-Identifier: Apache-2.0
// What is known of a player's file, as it was opened last.

internal import Loudness
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
  /// The frames at its end over which the next track may begin; `nil`: as many as one likes.
  let outro: Int?
  /// What makes it as loud as its player's tracks are to be.
  let gain: TrackGain

  /// What is known of its music.
  var tags: SoundTags { stream.map { $0.tags.completed(by: fixedTags) } ?? fixedTags }

  /// That of a file, or of some frames of it.
  init(
    _ reader: SoundFileReader,
    _ frames: Range<Int>? = nil,
    lead: Int = 0,
    of track: Track? = nil,
    _ treatment: TrackTreatment = .none
  ) {
    (gain, stream, self.lead) = (treatment.gain, reader.stream, lead)
    (identity, channels) = (reader.identity, reader.channels)
    (rate, self.frames) = (reader.rate, frames?.count ?? reader.frames)
    outro = treatment.music.map { music in
      max(0, Seconds(music.end - music.nextStart).frames(at: reader.rate).value)
    }
    // What a CUE sheet says of a part is truer than what the file says of the whole.
    let named = SoundTags(title: track?.title, artist: track?.artist)
    fixedTags =
      track?.part == nil ? reader.tags.completed(by: named) : named.completed(by: reader.tags)
  }
}

extension SoundShape {
  /// That of no file.
  init(nothingFor plan: PlayerPlan) {
    (identity, channels, rate, frames) = (.none, plan.width, plan.rate, 0)
    (fixedTags, stream, lead, outro, gain) = (SoundTags(), nil, 0, nil, .none)
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
