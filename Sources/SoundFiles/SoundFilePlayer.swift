// SPDX-License-Identifier: Apache-2.0
// A file as a source of sound: opened once, played from anywhere into a ring that the audio thread reads.

public import Quantities
public import RenderCore
internal import Synchronization

/// A sound file that can be played.
///
/// > Threading: Any.
public final class SoundFilePlayer: Sendable, DiskClient {
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
  private let stream: Mutex<PlayerStream>
  private let startFrame = Atomic<Int>(0)
  private let lastFailure = Mutex<SoundFileError?>(nil)

  /// Opens a file for a rig at `rate`.
  ///
  /// Without a disk thread the player works offline: `fill()` must be called before the ring runs dry.
  public init(
    file path: String,
    rate: SampleRate,
    loops: Bool = false,
    diskThread: DiskThread?
  ) throws(SoundFileError) {
    let reader = try SoundFileReader(path: path)
    guard reader.frames > 0 else { throw .empty(path: path) }
    self.path = path
    self.rate = rate
    self.loops = loops
    channels = reader.channels
    fileRate = reader.rate
    fileFrames = FrameCount(reader.frames)
    stream = Mutex(try PlayerStream(reader: reader, rate: rate, loops: loops))
    diskThread?.add(self)
  }

  /// How long the file lasts.
  public var duration: Seconds { fileFrames.seconds(at: fileRate) }

  /// What stopped the file before its end, if anything did.
  public var failure: SoundFileError? { lastFailure.withLock { $0 } }

  /// Makes a ring that plays from `position`, to start with, to seek or to cue.
  ///
  /// The ring holds the first moments already and is filled from now on; the ring made before is abandoned.
  public func makeRing(at position: Seconds) throws(SoundFileError) -> SharedAudioRing {
    guard (0...duration.value).contains(position.value) else {
      throw .outside(path: path, position: position, duration: duration)
    }
    let frame = position.frames(at: fileRate).value
    let ring = SharedAudioRing(channels: channels, capacity: Int(clamping: rate.hertz.rounded(.up)))
    try stream.withLock { stream throws(SoundFileError) in
      try stream.start(ring, at: loops ? frame % fileFrames.value : frame)
      startFrame.store(frame, ordering: .relaxed)
      lastFailure.withLock { $0 = nil }
      let enough = Int(clamping: rate.hertz / 8)
      while ring.framesWritten < enough, try stream.work() {}
    }
    return ring
  }

  /// The position in the file after `framesRead` frames of the newest ring.
  public func position(of framesRead: Int) -> Seconds {
    let start = Double(startFrame.load(ordering: .relaxed))
    let frame = start + Double(framesRead) * fileRate.hertz / rate.hertz
    let length = Double(fileFrames.value)
    let position = loops ? frame.truncatingRemainder(dividingBy: length) : min(frame, length)
    return Seconds(position / fileRate.hertz)
  }

  /// Tops the ring up.
  ///
  /// > Threading: Any, offline.
  public func fill() {
    while work() {}
  }

  func work() -> Bool {
    do {
      return try stream.withLock { stream throws(SoundFileError) in try stream.work() }
    } catch {
      lastFailure.withLock { $0 = error }
      return false
    }
  }
}
