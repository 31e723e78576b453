// SPDX-License-Identifier: Apache-2.0
// A player's tracks in their lane: jumps as they are asked for, and a ring that is kept full.

internal import Quantities
internal import RenderCore
internal import Synchronization
internal import TrackLibrary

/// What every lane of one player has.
struct PlayerPlan: Sendable {
  /// Samples in a frame of its rings.
  let width: Int
  let rate: SampleRate
  let tracks: TrackQueue
  let news: PlayerFileEvent
  let leveller: TrackLeveller
  let lanes: FileLanes?
  /// How many seconds of a stream are kept back.
  let streamBuffer: Double
  /// Whether its tracks can be looped: it is live, and not kept in memory.
  let isDeck: Bool

  /// Follows what becomes of an open file, and reads what is prepared of it, or connects a stream.
  ///
  /// - Throws: that the system has no room for a stream.
  func attend(_ reader: SoundFileReader) throws(SoundFileError) {
    guard let lanes else { return }
    if reader.stream == nil { lanes.library.load(reader.path) }
    try reader.attend(with: lanes.watch, news.flag, keeping: streamBuffer)
  }

  /// What is done to a track of so many channels.
  ///
  /// > Threading: Worker.
  func treatment(of track: Track, channels: Int) -> TrackTreatment {
    guard !track.isStream else { return .none }
    var treatment = leveller.treatment(
      of: track,
      channels: channels,
      on: width,
      leavingSilenceOut: tracks.crossing.followsMusic
    )
    // A single file is played as a whole; a part of one has been cut already.
    treatment.followsMarks = tracks.list != nil && track.part == nil
    return treatment
  }

  /// Says what was found wrong with a track when it was opened, at its first turn.
  func report(_ source: borrowing PlayerSource, of track: Track) {
    for remark in source.remarks { news.addOnce("\(track.shownPath) \(remark).") }
  }

  /// Has the track that comes next measured, if that is needed.
  func prepareNext() {
    guard tracks.next?.isStream == false else { return }
    leveller.prepare(tracks.next, leavingSilenceOut: tracks.crossing.followsMusic)
  }
}

/// A track that is being played, those that follow, and all that waits for their disks.
///
/// > Threading: Any.
final class PlayerLane: LaneFile {
  let clock = LaneClock()
  let opener: TrackOpener
  let plan: PlayerPlan
  /// Held by the thread that reads, for as long as the disk takes; a thread that must not wait
  /// never waits for it.
  private let stream: Mutex<PlayerStream>
  /// What is in memory, if this plays from there.
  let memory: ResidentMemory?
  // Kept beside the stream, so that no caller waits for the disk.
  let decoded: Mutex<HeardTrack>
  private let ring = Mutex<PlayerRing?>(nil)
  /// The ring that the stream fills, which nobody hears yet where a jump was superseded.
  let filled = Mutex<PlayerRing?>(nil)
  /// The newest jump that nothing has become of.
  private let wanted = Mutex<RingRequest?>(nil)
  private let isGone = Atomic<Bool>(false)
  private let lastFailure = Mutex<SoundFileError?>(nil)
  /// How many remarks on the file have been reported.
  let told: Atomic<Int>

  /// Plays a source, the first of its plan's tracks, and then the others.
  init(
    _ source: sending PlayerSource,
    _ turn: TrackOrder.Turn,
    _ plan: PlayerPlan,
    memory: ResidentMemory? = nil
  ) throws(SoundFileError) {
    (self.plan, self.memory) = (plan, memory)
    decoded = Mutex(HeardTrack(track: turn.track, turn: turn.number, shape: source.shape))
    // Remarks on a file's beginning have been reported when it was opened.
    told = Atomic(source.remarks.count)
    opener = TrackOpener(plan)
    stream = Mutex(try PlayerStream(source, turn, plan, opener))
  }

  /// The track that is heard, or is going to be.
  var heard: HeardTrack { ring.withLock { $0 }?.track ?? decoded.withLock { $0 } }

  /// Whether more of a ring follows.
  func isFilling(_ ring: PlayerRing) -> Bool { filled.withLock { $0 === ring } }

  /// What stopped the track before its end, if anything did.
  var failure: SoundFileError? {
    lastFailure.withLock { $0 } ?? decoded.withLock { $0 }.stream?.failure
  }

  /// Asks for a jump, in place of one that still waits; the steps of that one come first.
  func ask(for request: RingRequest) {
    let former = wanted.withLock { wanted in
      if let wanted { request.follow(wanted) }
      defer { wanted = request }
      return wanted
    }
    former?.settle(.superseded)
  }

  /// Begins to work in its lane, and the opener in another one.
  func enter() {
    guard let lanes = plan.lanes else { return }
    opener.whenCome { [weak self, weak lanes] in
      if let self { lanes?.wake(self) }
    }
    lanes.add(self)
    lanes.add(opener)
  }

  /// Gives up what is still wanted, and leaves the lanes: nobody will play it.
  func leave() {
    isGone.store(true, ordering: .relaxed)
    wanted.withLock { $0 = nil }
    opener.leave()
    plan.lanes?.remove(self)
    plan.lanes?.remove(opener)
  }

  /// Makes a ring that begins at a position, and waits until it holds its first moments.
  ///
  /// One that `renews` is of the file that has the name by now.
  func makeRing(
    at position: Seconds,
    renews: Bool,
    steps: [TrackStep] = []
  ) throws(SoundFileError) -> PlayerRing {
    let request = RingRequest(at: position, renews: renews, steps: steps, turn: heard.turn)
    let ring = try prepareRing(for: request) { true }.ring
    self.ring.withLock { $0 = ring }
    return ring
  }

  /// The same, of which nothing is heard yet: somebody may want another one meanwhile.
  private func prepareRing(
    for request: RingRequest,
    while isWanted: @Sendable () -> Bool
  ) throws(SoundFileError) -> (ring: PlayerRing, way: TrackWay) {
    try stream.withLock { stream throws(SoundFileError) in
      defer { follow(stream) }
      let way = try go(request.steps, &stream, while: isWanted)
      do throws(SoundFileError) {
        return (try ring(for: request, &stream, while: isWanted), way)
      } catch {
        goBack(way)
        throw error
      }
    }
  }

  private func ring(
    for request: RingRequest,
    _ stream: inout PlayerStream,
    while isWanted: @Sendable () -> Bool
  ) throws(SoundFileError) -> PlayerRing {
    if request.renews { try renew(&stream) }
    follow(stream)
    let track = decoded.withLock { $0 }
    var frame = request.position.frames(at: track.rate).value
    if frame > track.shape.frames {
      // Another track than the one for which the position was meant is played from its beginning.
      guard track.turn != request.turn else {
        let (path, duration) = (track.track.path, track.duration)
        throw .outside(path: path, position: request.position, duration: duration)
      }
      frame = 0
    }
    // The place in it is of the track for which it was reckoned.
    guard request.past.frame == nil || track.turn == request.turn else {
      throw .noTrack(list: track.track.path, step: .next)
    }
    if plan.tracks.end == .again { frame %= track.shape.frames }
    let ring = PlayerRing(
      channels: plan.width,
      rate: plan.rate,
      track,
      from: request.past.frame ?? frame,
      isDeck: plan.isDeck && !track.track.isStream,
      request.past
    )
    filled.withLock { $0 = ring }
    try stream.start(ring, at: request.past.frame ?? frame, while: isWanted)
    lastFailure.withLock { $0 = nil }
    let ahead = request.ahead.frames(at: plan.rate).value
    let enough =
      ring.audio.framesRead + min(ring.audio.capacity, Int(clamping: plan.rate.hertz / 8) + ahead)
    while ring.audio.framesWritten < enough, isWanted(), try stream.work() {}
    return ring
  }

  /// Moves a piece into the ring, and returns whether there is more to do.
  func fill() -> Bool {
    do {
      return try stream.withLock { stream throws(SoundFileError) in
        defer { follow(stream) }
        return try stream.work()
      }
    } catch {
      lastFailure.withLock { $0 = error }
      return false
    }
  }

  // MARK: In its lane

  var hasWork: Bool {
    wanted.withLock { $0 != nil } || plan.news.flag.isRaised
      || stream.withLockIfAvailable { $0.hasWork } ?? false
  }

  func work() {
    guard let request = wanted.withLock({ $0 }) else {
      if plan.news.flag.lower() { look() } else { _ = fill() }
      return
    }
    do {
      let (ring, way) = try prepareRing(for: request) { isWanted(request) }
      // The steps of the next request begin where this one leads to, or go its way again.
      if take(request, for: ring) { request.settle(.ring(ring)) } else { goBack(way) }
    } catch {
      guard take(request) else { return }
      if request.steps.isEmpty { lastFailure.withLock { $0 = error } }
      request.settle(.failed(error))
    }
  }

  func close() { stream.withLock { $0.close() } }

  private func isWanted(_ request: RingRequest) -> Bool {
    wanted.withLock { $0 === request } && !isGone.load(ordering: .relaxed)
  }

  /// Whether it is still the newest one, which it then is no more.
  private func take(_ request: RingRequest, for ring: PlayerRing? = nil) -> Bool {
    wanted.withLock { wanted in
      guard wanted === request else { return false }
      wanted = nil
      if let ring { self.ring.withLock { $0 = ring } }
      return true
    }
  }
}
