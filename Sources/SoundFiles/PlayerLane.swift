// SPDX-License-Identifier: Apache-2.0
// A player's file in its lane: jumps as they are asked for, and a ring that is kept full.

internal import Quantities
internal import RenderCore
internal import Synchronization

/// A file that is being played, and all that waits for its disk.
///
/// > Threading: Any.
final class PlayerLane: LaneFile {
  let clock = LaneClock()
  private let path: String
  private let rate: SampleRate
  private let width: Int
  private let loop: LoopSwitch
  /// Held by the thread that reads, for as long as the disk takes; a thread that must not wait
  /// never waits for it.
  private let stream: Mutex<PlayerStream>
  /// What is in memory, if this plays from there.
  private let memory: ResidentMemory?
  private let news: PlayerFileEvent
  private let watch: FileWatch?
  // Kept beside the stream, so that no caller waits for the disk.
  private let presentShape: Mutex<SoundShape>
  /// The newest jump that nothing has become of.
  private let wanted = Mutex<RingRequest?>(nil)
  private let isGone = Atomic<Bool>(false)
  private let lastFailure = Mutex<SoundFileError?>(nil)
  /// How many remarks on the file have been reported.
  private let told: Atomic<Int>

  /// Plays a source into rings of `width` channels, over and over while `loop` says so; what
  /// becomes of its file is put into `news`.
  init(
    _ source: sending PlayerSource,
    width: Int,
    rate: SampleRate,
    loop: LoopSwitch,
    memory: ResidentMemory? = nil,
    news: PlayerFileEvent,
    watch: FileWatch?
  ) throws(SoundFileError) {
    (path, self.width, self.rate, self.loop) = (source.path, width, rate, loop)
    (self.memory, self.news, self.watch) = (memory, news, watch)
    presentShape = Mutex(source.shape)
    // Remarks on a file's beginning have been reported when it was opened.
    told = Atomic(source.remarks.count)
    stream = Mutex(try PlayerStream(source: source, width: width, rate: rate, loop: loop))
  }

  /// What is known of the file, as it was opened last.
  var shape: SoundShape { presentShape.withLock { $0 } }

  /// What stopped the file before its end, if anything did.
  var failure: SoundFileError? { lastFailure.withLock { $0 } }

  /// Asks for a jump, in place of one that still waits.
  func ask(for request: RingRequest) {
    let former = wanted.withLock { wanted in
      defer { wanted = request }
      return wanted
    }
    former?.settle(.superseded)
  }

  /// Gives up what is still wanted: nobody will play it.
  func leave() {
    isGone.store(true, ordering: .relaxed)
    wanted.withLock { $0 = nil }
  }

  /// Makes a ring that begins at a position, and waits until it holds its first moments.
  ///
  /// One that `renews` is of the file that has the name by now.
  func makeRing(
    at position: Seconds,
    renews: Bool,
    while isWanted: @Sendable () -> Bool = { true }
  ) throws(SoundFileError) -> SharedAudioRing {
    try stream.withLock { stream throws(SoundFileError) in
      defer { tellRemarks(of: stream) }
      if renews { try renew(&stream) }
      let shape = stream.shape
      let frame = position.frames(at: shape.rate).value
      guard frame <= shape.frames else {
        let duration = FrameCount(shape.frames).seconds(at: shape.rate)
        throw .outside(path: path, position: position, duration: duration)
      }
      let capacity = Int(clamping: rate.hertz.rounded(.up))
      let ring = SharedAudioRing(channels: width, capacity: capacity, origin: frame)
      let start = loop.loops ? frame % shape.frames : frame
      try stream.start(ring, at: start, while: isWanted)
      lastFailure.withLock { $0 = nil }
      let enough = Int(clamping: rate.hertz / 8)
      while ring.framesWritten < enough, isWanted(), try stream.work() {}
      return ring
    }
  }

  /// Goes over to the file that has the name by now, if that is not the one that plays.
  private func renew(_ stream: inout PlayerStream) throws(SoundFileError) {
    guard memory == nil else { return }
    switch stream.change() {
    case .none: news.noteRenewal()
    case .deleted: news.noteDeletion(of: path)
    case .replaced(let other):
      do throws(SoundFileError) {
        try stream.renew(watch: watch, news.flag)
      } catch {
        // Of one that was written over nothing is left.
        if other.isForm(of: stream.shape.identity) { throw error }
        news.add("\(error.description). It is played as it was before.")
        return
      }
      news.noteRenewal()
      told.store(0, ordering: .relaxed)
      let shape = stream.shape
      presentShape.withLock { $0 = shape }
    }
  }

  /// Reports what was found wrong with the file since the last time.
  private func tellRemarks(of stream: borrowing PlayerStream) {
    let remarks = stream.remarks
    let before = told.exchange(remarks.count, ordering: .relaxed)
    for remark in remarks.dropFirst(before) { news.add("\(path) \(remark).") }
  }

  /// Moves a piece into the ring, and returns whether there is more to do.
  func fill() -> Bool {
    do {
      return try stream.withLock { stream throws(SoundFileError) in
        defer { tellRemarks(of: stream) }
        return try stream.work()
      }
    } catch {
      lastFailure.withLock { $0 = error }
      return false
    }
  }

  // MARK: In its lane

  var hasWork: Bool {
    wanted.withLock { $0 != nil } || news.flag.isRaised
      || stream.withLockIfAvailable { $0.hasRoom } ?? false
  }

  func work() {
    guard let request = wanted.withLock({ $0 }) else {
      if news.flag.lower() { look() } else { _ = fill() }
      return
    }
    do {
      let ring = try makeRing(at: request.position, renews: request.renews) { isWanted(request) }
      if take(request) { request.settle(.ring(ring)) }
    } catch {
      guard take(request) else { return }
      lastFailure.withLock { $0 = error }
      request.settle(.failed(error))
    }
  }

  /// Looks what has become of the file; what plays from memory is read again.
  func look() {
    let identity = memory?.present.shape.identity ?? shape.identity
    switch FileChange(of: path, since: identity) {
    case .none: news.noteRenewal()
    case .deleted: news.noteDeletion(of: path)
    case .replaced:
      guard let memory else { return news.noteReplacement(of: path) }
      do throws(SoundFileError) {
        let reader = try SoundFileReader(successorOf: path, channels: width)
        if let watch { reader.watch(with: watch, news.flag) }
        try memory.renew(reader)
        news.noteReplacement(of: path)
        news.noteRenewal()
      } catch {
        news.add("\(error.description). It is played as it was before.")
      }
    }
  }

  func close() { stream.withLock { $0.close() } }

  private func isWanted(_ request: RingRequest) -> Bool {
    wanted.withLock { $0 === request } && !isGone.load(ordering: .relaxed)
  }

  /// Whether it is still the newest one, which it then is no more.
  private func take(_ request: RingRequest) -> Bool {
    wanted.withLock { wanted in
      guard wanted === request else { return false }
      wanted = nil
      return true
    }
  }
}
