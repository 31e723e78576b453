// SPDX-License-Identifier: Apache-2.0
// A file as a source of sound: opened once, played from anywhere into a ring that the audio thread
// reads.

package import Quantities
package import RenderCore
internal import Synchronization

/// A sound file that can be played.
///
/// > Threading: Any.
package final class SoundFilePlayer: Sendable {
  /// Where the file is.
  package let path: String
  /// Samples in a frame of its rings.
  package let channels: Int
  /// What was found wrong with the file when it was opened; each to go on with after "the file".
  package let remarks: [String]
  /// The rate of the rig, to which the file is converted.
  package let rate: SampleRate
  private let loop: LoopSwitch
  private let lanes: FileLanes?
  private let memory: ResidentMemory?
  private let news = PlayerFileEvent()
  /// What plays it; what is in memory gets another one with each start, which waits for no disk
  /// that keeps the former.
  private let lane: Mutex<PlayerLane>

  /// Opens a file for a rig at `rate`.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - width: how many channels a mono file is to fill; other files have their own.
  ///   - rate: the rate to which it is converted.
  ///   - loops: whether it starts again at its end.
  ///   - lanes: where it is read; without them the player works offline: `fill()` must be called
  ///     before the ring runs dry.
  ///   - position: from where on it is kept in memory, if it is: the first minute, up to 32 MB, or
  ///     all of it if it is no longer.
  /// - Throws: why it can't be played.
  package init(
    file path: String,
    filling width: Int = 1,
    rate: SampleRate,
    loops: Bool = false,
    lanes: FileLanes?,
    residentFrom position: Seconds? = nil
  ) throws(SoundFileError) {
    let reader = try SoundFileReader(path: path)
    guard reader.frames > 0 else { throw .empty(path: path) }
    self.path = path
    remarks = reader.remarks
    self.rate = rate
    loop = LoopSwitch(loops)
    channels = reader.channels == 1 ? width : reader.channels
    if let lanes { reader.watch(with: lanes.watch, news.flag) }
    let first: PlayerSource
    if let position, lanes != nil {
      let held = try ResidentMemory(reader, from: position)
      memory = held
      first = PlayerSource(held.present)
    } else {
      memory = nil
      first = PlayerSource(reader)
    }
    let lane = try PlayerLane(
      first,
      width: channels,
      rate: rate,
      loop: loop,
      memory: memory,
      news: news,
      watch: lanes?.watch
    )
    self.lane = Mutex(lane)
    self.lanes = lanes
    lanes?.add(lane)
  }

  /// Whether a file can be opened; waits for the disk.
  ///
  /// > Threading: Any.
  package static func isReachable(_ path: String) -> Bool {
    (try? SoundFileReader(path: path)) != nil
  }

  deinit {
    let lane = lane.withLock { $0 }
    lane.leave()
    lanes?.remove(lane)
  }

  /// Whether the file starts again at its end; a turn that has been read is played to its end.
  package var loops: Bool {
    get { loop.loops }
    set { loop.loops = newValue }
  }

  /// Whether its loop was switched on after its end had been read, so that the owner has to start
  /// it again.
  package var loopsLate: Bool { loop.isLate }

  private var present: PlayerLane { lane.withLock { $0 } }

  /// The rate in the file.
  package var fileRate: SampleRate { present.shape.rate }

  /// What the file says of its music.
  package var tags: SoundTags { present.shape.tags }

  /// The length of the file in frames of its own rate.
  package var fileFrames: FrameCount { FrameCount(present.shape.frames) }

  /// Whether another file has its name by now, as far as is known without asking the disk.
  package var isReplaced: Bool { news.isReplaced }

  /// Sentences that people should hear: what has become of the file, and what was found wrong with
  /// it; each once.
  package func takeNews() -> [String] { news.take() }

  /// How long the file lasts.
  package var duration: Seconds { fileFrames.seconds(at: fileRate) }

  /// What stopped the file before its end, if anything did.
  package var failure: SoundFileError? { present.failure }

  /// For how long its disk has been waited for, if that is longer than a healthy one takes.
  package func wait(
    at now: MonotonicTime,
    longerThan patience: Seconds = FileLanes.patience
  ) -> Seconds? {
    present.clock.wait(at: now, longerThan: patience)
  }

  /// Makes a ring that plays from `position`, and waits for the disk: where nothing else has to go
  /// on.
  ///
  /// The ring holds the first moments already and is filled from now on; the ring made before is
  /// abandoned.
  package func makeRing(at position: Seconds) throws(SoundFileError) -> SharedAudioRing {
    try check(position)
    return try present.makeRing(at: position, renews: false)
  }

  /// Asks for a ring that plays from `position`, to start with, to seek or to cue; waits for no
  /// disk.
  ///
  /// A jump that still waits is superseded. What is kept in memory has come when this returns. One
  /// that `renews` is of the file that has the name by now, should that have changed; what is kept
  /// in memory has been read again already.
  ///
  /// - Throws: that the position is outside the file.
  package func requestRing(
    at position: Seconds,
    renews: Bool = false
  ) throws(SoundFileError) -> RingRequest {
    try check(position)
    let request = RingRequest(at: position, renews: renews)
    guard let lanes else {
      let lane = present
      request.settle(
        outcome { () throws(SoundFileError) in try lane.makeRing(at: position, renews: renews) }
      )
      return request
    }
    if let fresh = try residentLane(from: position) {
      request.settle(
        outcome { () throws(SoundFileError) in try fresh.makeRing(at: position, renews: false) }
      )
      let former = lane.withLock { lane in
        defer { lane = fresh }
        return lane
      }
      former.leave()
      lanes.remove(former)
      lanes.add(fresh)
    } else {
      present.ask(for: request)
      lanes.wake(present)
    }
    return request
  }

  /// Another lane, where what follows for a while is in memory.
  private func residentLane(from position: Seconds) throws(SoundFileError) -> PlayerLane? {
    guard let memory else { return nil }
    let sound = memory.present
    let frame = position.frames(at: sound.rate).value
    let start = loops ? frame % sound.shape.frames : frame
    guard sound.holds(Seconds(2), from: start) else { return nil }
    return try PlayerLane(
      PlayerSource(sound),
      width: channels,
      rate: rate,
      loop: loop,
      memory: memory,
      news: news,
      watch: lanes?.watch
    )
  }

  /// What has become of the file that is played.
  package enum Replacement: Hashable, Sendable {
    /// It is the one that has the name.
    case none
    /// Another one has the name, which this player can go over to.
    case fitting
    /// Another one has the name, with other channels: a new player can play it.
    case otherChannels
  }

  /// Looks which file has the name by now, and takes what is kept in memory from that one; waits
  /// for the disk.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: why that one can't be played.
  package func replacement() throws(SoundFileError) -> Replacement {
    let lane = present
    let identity = memory?.present.shape.identity ?? lane.shape.identity
    guard case .replaced = FileChange(of: path, since: identity) else { return .none }
    let reader = try SoundFileReader(path: path)
    guard reader.frames > 0 else { throw .empty(path: path) }
    guard [1, channels].contains(reader.channels) else { return .otherChannels }
    if memory != nil { lane.look() }
    return .fitting
  }

  private func outcome(
    _ body: () throws(SoundFileError) -> SharedAudioRing
  ) -> RingRequest.Outcome {
    do throws(SoundFileError) {
      return .ring(try body())
    } catch {
      return .failed(error)
    }
  }

  /// Refuses a position outside of the file.
  package func check(_ position: Seconds) throws(SoundFileError) {
    guard (0...duration.value).contains(position.value) else {
      throw .outside(path: path, position: position, duration: duration)
    }
  }

  /// The position in the file of what is read next from a ring of this player.
  package func position(of ring: SharedAudioRing) -> Seconds {
    let shape = present.shape
    let frame = Double(ring.origin) + Double(ring.framesRead) * shape.rate.hertz / rate.hertz
    let length = Double(shape.frames)
    let hasEnded = !loops && ring.isFinished && ring.readable == 0
    let turns = loops || (loop.hasTurned && !hasEnded)
    let position = turns ? frame.truncatingRemainder(dividingBy: length) : min(frame, length)
    return Seconds(position / shape.rate.hertz)
  }

  /// Whether two positions mean the same frame of the file.
  package func isSameFrame(_ one: Seconds, _ other: Seconds) -> Bool {
    abs(one.value - other.value) * fileRate.hertz < 1
  }

  /// Tops the ring up.
  ///
  /// > Threading: Any, offline.
  package func fill() {
    while present.fill() {}
  }
}
