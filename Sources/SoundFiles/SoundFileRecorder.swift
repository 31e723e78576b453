// SPDX-License-Identifier: Apache-2.0
// A recording: the audio thread writes a ring, the disk thread writes the file.

public import Quantities
public import RenderCore
internal import Synchronization

/// A sound file that is being recorded: WAV with float samples or FLAC with 24 bits, by the extension of its name.
///
/// Whatever ends the process, the file can be opened and lacks at most its last half second.
///
/// > Threading: Any.
public final class SoundFileRecorder: Sendable, DiskClient {
  /// Where the file is.
  public let path: String
  /// The ring that the audio thread writes; frames that did not fit are its `framesMissed`.
  public let ring: SharedAudioRing
  private let recording: Mutex<Recording>

  /// Creates the file, which must not exist; its folder must.
  ///
  /// Without a disk thread, `drain()` must be called before the ring is full.
  public init(
    file path: String,
    channels: Int,
    sampleRate: SampleRate,
    diskThread: DiskThread?
  ) throws(SoundFileError) {
    let format = try SoundFileFormat(recording: path)
    self.path = path
    ring = SharedAudioRing(channels: channels, capacity: Int(2 * sampleRate.hertz))
    let writer = try SoundFileWriter(
      path: path,
      format: format,
      channels: channels,
      rate: sampleRate
    )
    recording = Mutex(Recording(writer: writer, ring: ring, pieceFrames: Int(sampleRate.hertz / 4)))
    diskThread?.add(self)
  }

  /// What stopped the recording, for example a full disk; what was written before is kept.
  public var failure: SoundFileError? { recording.withLock { $0.failure } }

  /// How many frames the file holds.
  public var framesRecorded: Int { recording.withLock { $0.frames } }

  /// Writes everything that is in the ring to the file.
  ///
  /// > Threading: Control, offline.
  public func drain() {
    recording.withLock { recording in
      while recording.write(atLeast: 1) {}
    }
  }

  /// Writes what is left in the ring and completes the file.
  ///
  /// > Threading: Control, when the audio thread does not write the ring any more.
  public func finish() throws(SoundFileError) {
    try recording.withLock { recording throws(SoundFileError) in
      while recording.write(atLeast: 1) {}
      try recording.finish()
    }
  }

  func work() -> Bool {
    recording.withLock { $0.write() }
  }
}

/// The way of the samples from the ring to the file.
///
/// > Threading: Any, under its recorder's lock.
@safe
private struct Recording: ~Copyable {
  private let writer: SoundFileWriter
  private let ring: SharedAudioRing
  private let pieceFrames: Int
  private let piece: UnsafeMutableBufferPointer<Float>
  private(set) var failure: SoundFileError?

  init(writer: sending SoundFileWriter, ring: SharedAudioRing, pieceFrames: Int) {
    self.writer = writer
    self.ring = ring
    self.pieceFrames = pieceFrames
    unsafe piece = .allocate(capacity: pieceFrames * ring.channels)
  }

  deinit {
    unsafe piece.deallocate()
  }

  var frames: Int { writer.frames }

  /// Moves up to one piece to the file when a whole one (or `atLeast` so many frames) waits; returns whether it did.
  mutating func write(atLeast frames: Int? = nil) -> Bool {
    guard failure == nil, ring.readable >= frames ?? pieceFrames else { return false }
    let count = unsafe ring.readInterleaved(piece) * ring.channels
    if writer.format.hasFullScale {
      // Integers cannot hold what is not a number.
      for index in 0..<count where unsafe !piece[index].isFinite { unsafe piece[index] = 0 }
    }
    do {
      try unsafe writer.write(UnsafeBufferPointer(rebasing: piece[..<count]))
      writer.sync()
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Completes the file.
  mutating func finish() throws(SoundFileError) {
    do {
      try writer.close()
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
  }
}
