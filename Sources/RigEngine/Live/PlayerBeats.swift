// SPDX-License-Identifier: Apache-2.0
// The beats of a deck's track, and what follows them.

import Quantities
import RenderCore
import SoundFiles
import TrackLibrary

/// How a deck keeps to the beat.
struct PlayerBeats {
  /// Whether cues and loops are set on beats, and jumps keep the beat.
  var isQuantised = false
  /// Whether it follows the beat of the leading deck, or leads.
  var isSynced = false
  /// When a foot has tapped last.
  var taps = PlayerTaps()
  /// What the renderer knows: the beats of the ring, and how much faster than its rate the deck
  /// plays to be in time with the leader.
  var sent = RingBeats.none
  var ratio = 1.0
  /// Whether it leaves out what comes too late.
  var keepsTime = false
  /// The deck whose rate it has.
  var follows: PlayerNode?
  /// Whether it has come on the beat that synced decks have in common, since it began to play.
  var isOnBeat = false
  /// Which frame of its ring came next when it was started, or got that ring.
  var heldAt = 0
  /// The turn of the track that the beats are of.
  var turn: Int?

  /// Whether it has to do with other decks, or the renderer takes it for that still.
  var isInSync: Bool { isSynced || keepsTime }

  /// Jumps keep to beats that are no longer: a ring has more than that at once.
  static let longest = Seconds(1.2)
}

extension LivePlayer {
  /// What is prepared of the track that is heard; places are those of its file.
  var preparation: TrackPreparation {
    file.library?.preparation(of: track.track.path) ?? TrackPreparation()
  }

  /// Where the beats of the track are, in the track's own time; `nil` where nobody knows its tempo.
  var grid: BeatGrid? { grid(of: track) }

  /// The same of any track of this player.
  ///
  /// A file that says a tempo and no more has its first beat at its beginning.
  func grid(of track: HeardTrack) -> BeatGrid? {
    guard !track.track.isStream else { return nil }
    let known = file.library?.preparation(of: track.track.path).grid
    let grid = known ?? track.tags.bpm.flatMap { BeatGrid([.init(at: .zero, bpm: $0)]) }
    guard track.start > .zero, known != nil else { return grid }
    return grid?.shifted(by: Seconds(-track.start.value))
  }

  /// The tempo where it is, as the track was made.
  var bpm: Double? { grid?.section(at: position).bpm }

  /// Where the beats are in a ring of this player, near what it plays next.
  func beats(in ring: PlayerRing, near position: Seconds, at rate: SampleRate) -> RingBeats {
    guard let section = grid(of: ring.track)?.section(at: position),
      let origin = ring.place(of: section.beat, turn: ring.track.turn)
    else { return .none }
    return RingBeats(origin: origin, length: section.length.value * rate.hertz)
  }

  /// The place that is so many beats from another one; a beat is a second where nobody knows the
  /// tempo.
  func place(_ beats: Double, from position: Seconds) -> Seconds {
    grid?.position(beats, from: position) ?? Seconds(position.value + beats)
  }

  /// How many beats there are in a part of the track.
  func beats(in length: Seconds, from position: Seconds) -> Double {
    grid?.beats(in: length, from: position) ?? length.value
  }

  /// A place, or the beat that is nearest to it where cues are quantised.
  func quantised(_ position: Seconds) -> Seconds {
    guard beats.isQuantised, let section = grid?.section(at: position) else { return position }
    var beat = section.nearest(to: position).value
    // The ends of a track are no beats.
    if beat < 0 { beat += section.length.value }
    if beat >= track.duration.value { beat -= section.length.value }
    return beat >= 0 && beat < track.duration.value ? Seconds(beat) : position
  }

  /// How long a beat is at a place, if a jump to there keeps the beat that is heard: the deck is
  /// quantised, and plays.
  func keptBeat(at position: Seconds) -> Seconds? {
    guard isPlaying, !hasEnded, beats.isQuantised, let section = grid?.section(at: position),
      section.length <= PlayerBeats.longest
    else { return nil }
    return section.length
  }
}

/// Taps of a foot, from which a tempo is found.
struct PlayerTaps {
  private var times: [MonotonicTime] = []

  /// How many gaps count, and after how long a gap the first tap of a new row has come.
  private static let (most, longest) = (5, Seconds(2))

  /// Notes a tap; returns the tempo once there are enough, in beats a minute.
  mutating func tap(at time: MonotonicTime) -> Double? {
    if let last = times.last, time.elapsed(since: last) > Self.longest { times = [] }
    times.append(time)
    times = times.suffix(Self.most + 1)
    guard times.count >= 4, let first = times.first else { return nil }
    return 60 * Double(times.count - 1) / time.elapsed(since: first).value
  }
}
