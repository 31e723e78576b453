// SPDX-License-Identifier: Apache-2.0
// Tracks without sound: which of a list has its turn, and where in it a player is, to the sample.

import Quantities
import RigEngine
import RigErrors
import RigModel
import SoundFiles

/// How long tracks are, each looked up once.
final class TrackLengths {
  /// A length in frames of the file, and the rate of these.
  struct Length: Hashable {
    let frames: Int
    let rate: SampleRate
    /// How it goes over into others.
    var edges = TrackEdges.none
  }

  private let width: Int
  private let rate: SampleRate
  private let crossing: Crossing
  private var known: [Track: Length?] = [:]

  init(width: Int, rate: SampleRate, crossing: Crossing) {
    (self.width, self.rate, self.crossing) = (width, rate, crossing)
  }

  /// The length of a track; `nil` where it can't be played.
  func length(of track: Track) -> Length? {
    if let length = known[track] { return length }
    let queue = TrackQueue(TrackOrder([track]), of: track.path, crossing: crossing)
    let file = try? SoundFilePlayer(
      list: queue,
      filling: width,
      rate: rate,
      leveller: TrackLeveller(nil, lanes: nil),
      lanes: nil
    )
    let length = file.map {
      Length(frames: $0.fileFrames.value, rate: $0.fileRate, edges: $0.track.edges)
    }
    known[track] = .some(length)
    return length
  }
}

/// A list that is gone through on a clock that counts frames of the rig, as a live player goes
/// through it.
struct VirtualTracks {
  private(set) var order: TrackOrder
  private let crossing: Crossing
  private let rate: SampleRate
  private let lengths: TrackLengths
  private var length = TrackLengths.Length(frames: 0, rate: SampleRate(hertz: 1))
  /// Frames of the rig since the present run of joined tracks began.
  private var frame = 0
  /// Frames of files in the run before the present track, and the one that the track began with.
  private var fed = 0
  private var first = 0

  /// Begins with the first track that can be played.
  ///
  /// - Throws: why there is none.
  init(
    _ player: Player,
    _ playlist: Playlist,
    width: Int,
    rate: SampleRate
  ) throws(RigError) {
    do throws(SoundFileError) {
      order = playlist.order(of: try TrackList(path: player.file).tracks)
    } catch {
      throw .data(error.description)
    }
    (crossing, self.rate) = (playlist.crossing, rate)
    lengths = TrackLengths(width: width, rate: rate, crossing: crossing)
    guard go(.end) else { throw .data("Nothing in \(player.file) can be played") }
  }

  /// The track that has its turn.
  var track: Track? { order.present?.track }
  var duration: Seconds { FrameCount(length.frames).seconds(at: length.rate) }

  /// Where in the track the player is, in frames of the rig.
  var position: Int {
    let played = Double(frame) - Double(fed) * ratio + Double(first) * ratio
    let end = Double(length.frames) * ratio
    let place = isRound ? played.truncatingRemainder(dividingBy: end) : min(played, end)
    return Int(clamping: max(0, place).rounded(.down))
  }

  /// How many frames it is to the next track; `nil` where none comes.
  var untilNext: Int? {
    guard !isRound, let next = nextLength else { return nil }
    return max(0, start(of: next) - frame)
  }

  /// How many frames it is to the end of all; `nil` if another track comes, or the same again.
  var untilEnd: Int? { isRound || nextLength != nil ? nil : max(0, end - frame) }

  mutating func advance(by frames: Int) {
    var rest = frames
    while let step = untilNext, step <= rest {
      frame += step
      rest -= step
      goOn()
    }
    frame = untilEnd.map { frame + min(rest, $0) } ?? frame + rest
  }

  /// Goes to a place in the present track.
  mutating func jump(to position: Seconds) {
    (frame, fed) = (0, 0)
    first = min(position.frames(at: length.rate).value, length.frames)
  }

  /// Begins the list again.
  mutating func restart() {
    guard order.restart() != nil else { return }
    settle()
  }

  private var ratio: Double { rate.hertz / length.rate.hertz }
  private var isRound: Bool { order.repeats == .one && order.waiting.isEmpty }

  private func frames(_ count: Int, of track: TrackLengths.Length) -> Int {
    FrameCount(count).seconds(at: track.rate).frames(at: rate).value
  }

  /// The end of the present track in the run.
  private var end: Int { frames(fed + length.frames - first, of: length) }

  /// The length of the next track that can be played.
  private var nextLength: TrackLengths.Length? {
    var order = order
    for _ in 0...order.patience {
      guard let track = order.next() else { return nil }
      if let length = lengths.length(of: track) { return length }
      order.passOver()
    }
    return nil
  }

  private func isJoined(to next: TrackLengths.Length) -> Bool {
    crossing.own(length.edges).time == .zero && next.rate == length.rate
  }

  /// With which frame of the run the next track begins.
  private func start(of next: TrackLengths.Length) -> Int {
    if isJoined(to: next) {
      return Int(clamping: (Double(fed + length.frames - first) * ratio).rounded(.up))
    }
    let own = frames(length.frames - first, of: length)
    let other = frames(next.frames, of: next)
    let edges = length.edges.frames { frames($0, of: length) }
    let overlap = crossing.overlap(
      of: own,
      edges,
      and: other,
      next.edges.frames { frames($0, of: next) },
      at: rate
    )
    return end - overlap + crossing.pause(edges, at: rate)
  }

  private mutating func goOn() {
    guard let next = nextLength else { return }
    if isJoined(to: next) {
      fed += length.frames - first
    } else {
      (frame, fed) = (0, 0)
    }
    first = 0
    _ = go(.end)
  }

  /// Goes on to a track that can be played; returns whether there is one.
  private mutating func go(_ reason: TrackOrder.Reason) -> Bool {
    for _ in 0...order.patience {
      guard let track = order.next(reason) else { return false }
      if let length = lengths.length(of: track) {
        self.length = length
        order.advance(reason)
        return true
      }
      order.passOver()
    }
    return false
  }

  /// Begins with the track that has its turn, or the next one that can be played.
  private mutating func settle() {
    (frame, fed, first) = (0, 0, 0)
    if let track, let length = lengths.length(of: track) {
      self.length = length
    } else {
      _ = go(.skip)
    }
  }
}
