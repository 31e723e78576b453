// SPDX-License-Identifier: Apache-2.0
// A file as a source of sound: opened once, played from anywhere into a ring that the audio thread reads.

public import Quantities
public import RenderCore
internal import Synchronization

/// A sound file that can be played.
///
/// > Threading: Any.
public final class SoundFilePlayer: Sendable {
  /// Where the file is.
  public let path: String
  /// Samples in a frame.
  public let channels: Int
  /// The rate in the file.
  public let fileRate: SampleRate
  /// The rate of the rig, to which the file is converted.
  public let rate: SampleRate
  /// The length of the file in frames of its own rate.
  public let fileFrames: FrameCount
  /// Whether the file starts again at its end.
  public let loops: Bool
  private let lanes: FileLanes?
  private let resident: ResidentSound?
  /// What plays it; what is in memory gets another one with each start, which waits for no disk that keeps the former.
  private let lane: Mutex<PlayerLane>

  /// Opens a file for a rig at `rate`.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - rate: the rate to which it is converted.
  ///   - loops: whether it starts again at its end.
  ///   - lanes: where it is read; without them the player works offline: `fill()` must be called before the ring runs dry.
  ///   - position: from where on it is kept in memory, if it is: the first minute, up to 32 MB, or all of it if it is no longer.
  /// - Throws: why it can't be played.
  public init(
    file path: String,
    rate: SampleRate,
    loops: Bool = false,
    lanes: FileLanes?,
    residentFrom position: Seconds? = nil
  ) throws(SoundFileError) {
    let reader = try SoundFileReader(path: path)
    guard reader.frames > 0 else { throw .empty(path: path) }
    self.path = path
    self.rate = rate
    self.loops = loops
    channels = reader.channels
    fileRate = reader.rate
    fileFrames = FrameCount(reader.frames)
    let first: PlayerSource
    if let position, lanes != nil {
      let sound = try ResidentSound(reader, from: position.frames(at: reader.rate).value)
      resident = sound
      first = PlayerSource(sound)
    } else {
      resident = nil
      first = PlayerSource(reader)
    }
    let lane = try PlayerLane(first, rate: rate, loopFrames: loops ? fileFrames.value : nil)
    self.lane = Mutex(lane)
    self.lanes = lanes
    lanes?.add(lane)
  }

  deinit {
    let lane = lane.withLock { $0 }
    lane.leave()
    lanes?.remove(lane)
  }

  private var present: PlayerLane { lane.withLock { $0 } }

  /// How long the file lasts.
  public var duration: Seconds { fileFrames.seconds(at: fileRate) }

  /// What stopped the file before its end, if anything did.
  public var failure: SoundFileError? { present.failure }

  /// For how long its disk has been waited for, if that is longer than a healthy one takes.
  public func wait(
    at now: MonotonicTime,
    longerThan patience: Seconds = FileLanes.patience
  ) -> Seconds? {
    present.clock.wait(at: now, longerThan: patience)
  }

  /// Makes a ring that plays from `position`, and waits for the disk: where nothing else has to go on.
  ///
  /// The ring holds the first moments already and is filled from now on; the ring made before is abandoned.
  public func makeRing(at position: Seconds) throws(SoundFileError) -> SharedAudioRing {
    try present.makeRing(at: try frame(at: position))
  }

  /// Asks for a ring that plays from `position`, to start with, to seek or to cue; waits for no disk.
  ///
  /// A jump that still waits is superseded. What is kept in memory has come when this returns.
  ///
  /// - Throws: that the position is outside the file.
  public func requestRing(at position: Seconds) throws(SoundFileError) -> RingRequest {
    let request = RingRequest(at: position, frame: try frame(at: position))
    guard let lanes else {
      request.settle(outcome { () throws(SoundFileError) in try self.makeRing(at: position) })
      return request
    }
    if let fresh = try residentLane(from: request.frame) {
      request.settle(outcome { () throws(SoundFileError) in try fresh.makeRing(at: request.frame) })
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
  private func residentLane(from frame: Int) throws(SoundFileError) -> PlayerLane? {
    let loopFrames = loops ? fileFrames.value : nil
    let start = loopFrames.map { frame % $0 } ?? frame
    guard let resident, resident.holds(Seconds(2), from: start) else { return nil }
    return try PlayerLane(PlayerSource(resident), rate: rate, loopFrames: loopFrames)
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
  public func check(_ position: Seconds) throws(SoundFileError) {
    guard (0...duration.value).contains(position.value) else {
      throw .outside(path: path, position: position, duration: duration)
    }
  }

  private func frame(at position: Seconds) throws(SoundFileError) -> Int {
    try check(position)
    return position.frames(at: fileRate).value
  }

  /// The position in the file of what is read next from a ring of this player.
  public func position(of ring: SharedAudioRing) -> Seconds {
    let frame = Double(ring.origin) + Double(ring.framesRead) * fileRate.hertz / rate.hertz
    let length = Double(fileFrames.value)
    let position = loops ? frame.truncatingRemainder(dividingBy: length) : min(frame, length)
    return Seconds(position / fileRate.hertz)
  }

  /// Tops the ring up.
  ///
  /// > Threading: Any, offline.
  public func fill() {
    while present.fill() {}
  }
}
