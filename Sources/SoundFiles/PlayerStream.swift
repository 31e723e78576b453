// SPDX-License-Identifier: Apache-2.0
// The way of the samples into a ring: one track after the other, joined or faded into each other.

internal import Quantities
internal import RenderCore

/// What a player's lane puts into its ring.
///
/// > Threading: Any, under its lane's lock.
@safe
struct PlayerStream: ~Copyable {
  private static let pieceFrames = TrackFeed.pieceFrames
  /// How long before it is needed the next track is opened.
  private static let lead = 10.0

  let plan: PlayerPlan
  let opener: TrackOpener
  /// The track that plays, and what feeds it.
  var feed: TrackFeed
  /// The track that fades in.
  var incoming: TrackFeed?
  private var fade = (done: 0, frames: 0)
  /// Frames of silence that come before the next track.
  var pause = 0
  /// Where in the ring the present feed began, and the one that fades in.
  var feedStart = 0
  private var incomingStart = 0
  /// The turn of which a frame was made last.
  private var soundedTurn = 0
  /// Whether one track after the other has given nothing.
  private var isVain = false
  /// Whether the next track is waited for, which the opener has not brought yet.
  var isWaiting = false
  private var ring: PlayerRing?
  private let piece: UnsafeMutableBufferPointer<Float>
  private let other: UnsafeMutableBufferPointer<Float>

  init(
    _ source: sending PlayerSource,
    _ turn: TrackOrder.Turn,
    _ plan: PlayerPlan,
    _ opener: TrackOpener
  ) throws(SoundFileError) {
    feed = try TrackFeed(source, turn, plan)
    (self.plan, self.opener) = (plan, opener)
    unsafe piece = .allocate(capacity: Self.pieceFrames * plan.width)
    unsafe other = .allocate(capacity: Self.pieceFrames * plan.width)
  }

  deinit {
    unsafe piece.deallocate()
    unsafe other.deallocate()
  }

  var width: Int { plan.width }
  var rate: SampleRate { plan.rate }
  var tracks: TrackQueue { plan.tracks }
  /// Whether the opener has no lane: files are opened when they are needed.
  var opensNow: Bool { plan.lanes == nil }

  /// The track that is decoded.
  var track: HeardTrack { latest.track }
  /// The number of its turn.
  var turn: Int { latest.turn.number }
  /// What is known of its file.
  var shape: SoundShape { latest.source.shape }
  var path: String { latest.source.path }
  /// What was found wrong with it so far; each to go on with after "the file".
  var remarks: [String] { latest.source.remarks }

  private var latest: TrackFeed { incoming ?? feed }

  /// What has become of the file; asks the disk.
  func change() -> FileChange { FileChange(of: path, since: shape.identity) }

  /// Goes on with the file that has the name by now; nothing of it is heard before `start`.
  mutating func renew() throws(SoundFileError) {
    let turn = latest.turn
    let reader = try SoundFileReader(successorOf: path, channels: width)
    try plan.attend(reader)
    let treatment = plan.treatment(of: turn.track, channels: reader.channels)
    try play(PlayerSource(reader, turn.track, treatment), turn)
  }

  /// Goes on with another track; nothing of it is heard before `start`.
  mutating func play(
    _ source: sending PlayerSource,
    _ turn: TrackOrder.Turn
  ) throws(SoundFileError) {
    let fresh = try TrackFeed(source, turn, plan)
    // What is left of the old one does not go on with the new one's channels.
    end()
    feed.close()
    incoming?.close()
    (feed, incoming) = (fresh, nil)
  }

  /// Fills `ring` from now on, with what begins at `frame` of the track that is decoded; nothing of
  /// the one before will follow.
  mutating func start(
    _ ring: PlayerRing,
    at frame: Int,
    while isWanted: @Sendable () -> Bool = { true }
  ) throws(SoundFileError) {
    let former = self.ring
    self.ring = nil
    if let incoming {
      feed.close()
      (feed, self.incoming) = (incoming, nil)
    }
    do {
      try feed.seek(to: frame, while: isWanted)
    } catch {
      former?.audio.finish()
      throw error
    }
    (pause, feedStart, isWaiting, isVain) = (0, 0, false, false)
    tracks.start()
    self.ring = ring
  }

  /// Whether the ring has room for a piece.
  var hasRoom: Bool { ring.map { $0.audio.writable >= Self.pieceFrames } ?? false }

  /// Whether there is something to do: the next track is waited for only until it has come.
  var hasWork: Bool { hasRoom && (!isWaiting || opener.shape != nil || tracks.end != .next) }

  /// Moves one piece into the ring, if there is room for one, and returns whether there is more to
  /// do now.
  mutating func work() throws(SoundFileError) -> Bool {
    guard let ring, hasRoom else { return false }
    isWaiting = false
    do {
      let count = try make(for: ring)
      if count > 0 {
        let samples = unsafe piece[..<(count * width)]
        _ = unsafe ring.audio.writeInterleaved(UnsafeBufferPointer(rebasing: samples))
      }
      if count > 0 || isWaiting { return count > 0 }
    } catch {
      end()
      throw error
    }
    // What gives nothing is not started again.
    if !isVain { tracks.noteEnd() }
    end()
    return false
  }

  /// Closes the files; nothing will follow.
  mutating func close() {
    end()
    feed.close()
    incoming?.close()
  }

  private mutating func end() {
    ring?.audio.finish()
    ring = nil
  }

  // MARK: A piece

  /// Makes the next frames in `piece`, and returns how many: none at the end, or while the next
  /// track is waited for.
  private mutating func make(for ring: PlayerRing) throws(SoundFileError) -> Int {
    var filled = 0
    // Tracks without a frame, in a row.
    var empty = 0
    while filled < Self.pieceFrames {
      let room = Self.pieceFrames - filled
      let target = unsafe UnsafeMutableBufferPointer(
        rebasing: piece[(filled * width)..<((filled + room) * width)]
      )
      let count: Int
      if pause > 0 {
        count = min(pause, room)
        unsafe target[..<(count * width)].update(repeating: 0)
        pause -= count
      } else if incoming != nil {
        count = try unsafe mix(into: target)
      } else {
        do {
          count = try unsafe read(target, ring, at: filled)
        } catch {
          // It is said again once what came before has been moved.
          guard filled > 0 else { throw error }
          return filled
        }
        if count > 0, soundedTurn != feed.turn.number {
          soundedTurn = feed.turn.number
          tracks.noteSound()
          plan.prepareNext()
        }
      }
      filled += count
      empty = count > 0 ? 0 : empty + 1
      isVain = empty > tracks.order.list.count + 2
      if isVain { break }
      if count == 0, try !goOn(ring, at: filled) { break }
    }
    return filled
  }

  /// Reads the present track, up to where the next one begins to fade in.
  private mutating func read(
    _ target: UnsafeMutableBufferPointer<Float>,
    _ ring: PlayerRing,
    at filled: Int
  ) throws(SoundFileError) -> Int {
    var room = target.count / width
    let rest = feed.rest
    let most = tracks.crossing.mostOverlap(feed.edges, at: rate)
    if rest <= most + Seconds(Self.lead).frames(at: rate).value, tracks.end != .again {
      opener.want(after: feed.turn.number)
    }
    if most > 0, tracks.end == .next {
      let overlap = rest > most ? most : overlap
      if rest <= overlap, try begin(rest, ring, at: filled) { return 0 }
      if rest > overlap { room = min(room, rest - overlap) }
    }
    do {
      return try unsafe feed.read(.init(rebasing: target[..<(room * width)]))
    } catch {
      // A list goes on with what comes next.
      guard tracks.list != nil else { throw error }
      if !feed.hasTrackSounded { tracks.noteMiss() }
      plan.news.add("\(error.description). The list goes on.")
      feed.finish()
      return 0
    }
  }

  /// For how many frames the next track is to be heard together with this one; 0 while nothing is
  /// known of it.
  private var overlap: Int {
    if opensNow { opener.prepare() }
    guard let next = opener.shape else { return 0 }
    func frames(_ count: Int) -> Int {
      FrameCount(count).seconds(at: next.rate).frames(at: rate).value
    }
    return tracks.crossing.overlap(
      of: feed.length,
      feed.edges,
      and: frames(next.frames),
      next.edges.frames(frames),
      at: rate
    )
  }

  /// Begins to fade the next track in, over the rest of this one; returns whether it is there.
  private mutating func begin(
    _ frames: Int,
    _ ring: PlayerRing,
    at filled: Int
  ) throws(SoundFileError) -> Bool {
    guard frames > 0, case .track(let opened) = opener.take(),
      let turn = tracks.advance(to: opened.track)
    else { return false }
    let next = try TrackFeed(opened.source, turn, plan)
    (incoming, fade) = (next, (0, frames))
    plan.news.noteRenewal()
    incomingStart = ring.audio.framesWritten + filled
    ring.begin(next.track, at: Double(incomingStart))
    return true
  }

  /// Adds the two tracks of a fade.
  private mutating func mix(
    into target: UnsafeMutableBufferPointer<Float>
  ) throws(SoundFileError) -> Int {
    guard let next = incoming else { return 0 }
    let count = min(target.count / width, fade.frames - fade.done)
    unsafe fill(target, with: count, of: feed)
    unsafe fill(other, with: count, of: next)
    for frame in 0..<count {
      let time = (Double(fade.done + frame) + 0.5) / Double(fade.frames)
      let (before, after) = tracks.crossing.curve.gains(at: time)
      for index in (frame * width)..<((frame + 1) * width) {
        unsafe target[index] = target[index] * Float(before) + other[index] * Float(after)
      }
    }
    fade.done += count
    if fade.done == fade.frames {
      feed.close()
      (feed, incoming, feedStart) = (next, nil, incomingStart)
    }
    return count
  }

  /// Reads so many frames of a fade; a track that is shorter than it said is silent to its end.
  private func fill(
    _ buffer: UnsafeMutableBufferPointer<Float>,
    with count: Int,
    of feed: TrackFeed
  ) {
    let piece = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<(count * width)])
    let made = (try? unsafe feed.read(piece)) ?? 0
    if made < count { unsafe piece[(made * width)...].update(repeating: 0) }
  }
}
