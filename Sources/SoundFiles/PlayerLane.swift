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
  private let rate: SampleRate
  private let channels: Int
  private let loopFrames: Int?
  /// Held by who reads, for as long as the disk takes: never waited for by who must not wait.
  private let stream: Mutex<PlayerStream>
  /// The newest jump that nothing has become of.
  private let wanted = Mutex<RingRequest?>(nil)
  private let isGone = Atomic<Bool>(false)
  private let lastFailure = Mutex<SoundFileError?>(nil)

  /// A loop has the length of its file.
  init(
    _ source: sending PlayerSource,
    rate: SampleRate,
    loopFrames: Int?
  ) throws(SoundFileError) {
    (channels, self.rate, self.loopFrames) = (source.channels, rate, loopFrames)
    stream = Mutex(try PlayerStream(source: source, rate: rate, loops: loopFrames != nil))
  }

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

  /// Makes a ring that begins at a frame, and waits until it holds its first moments.
  func makeRing(
    at frame: Int,
    while isWanted: @Sendable () -> Bool = { true }
  ) throws(SoundFileError) -> SharedAudioRing {
    let capacity = Int(clamping: rate.hertz.rounded(.up))
    let ring = SharedAudioRing(channels: channels, capacity: capacity, origin: frame)
    let start = loopFrames.map { frame % $0 } ?? frame
    try stream.withLock { stream throws(SoundFileError) in
      try stream.start(ring, at: start, while: isWanted)
      lastFailure.withLock { $0 = nil }
      let enough = Int(clamping: rate.hertz / 8)
      while ring.framesWritten < enough, isWanted(), try stream.work() {}
    }
    return ring
  }

  /// Moves a piece into the ring, and returns whether there is more to do.
  func fill() -> Bool {
    do {
      return try stream.withLock { stream throws(SoundFileError) in try stream.work() }
    } catch {
      lastFailure.withLock { $0 = error }
      return false
    }
  }

  // MARK: In its lane

  var hasWork: Bool {
    wanted.withLock { $0 != nil } || stream.withLockIfAvailable { $0.hasRoom } ?? false
  }

  func work() {
    guard let request = wanted.withLock({ $0 }) else {
      _ = fill()
      return
    }
    do {
      let ring = try makeRing(at: request.frame) { isWanted(request) }
      if take(request) { request.settle(.ring(ring)) }
    } catch {
      guard take(request) else { return }
      lastFailure.withLock { $0 = error }
      request.settle(.failed(error))
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
