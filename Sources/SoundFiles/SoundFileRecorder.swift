// SPDX-License-Identifier: Apache-2.0
// A recording: the audio thread writes a ring, the file's lane writes the file.

internal import Glibc
package import Quantities
package import RenderCore
internal import Synchronization

/// A sound file that is being recorded: WAV with float samples or FLAC with 24 bits, by the
/// extension of its name.
///
/// Whatever ends the process, the file can be opened and lacks at most its last half second.
///
/// > Threading: Any.
package final class SoundFileRecorder: Sendable {
  /// Where the file is.
  package let path: String
  private let lane: RecorderLane
  private let lanes: FileLanes?

  /// Creates the file, which must not exist; its folder must.
  ///
  /// Without lanes, `drain()` must be called before the ring is full.
  package init(
    file path: String,
    channels: Int,
    sampleRate: SampleRate,
    lanes: FileLanes?
  ) throws(SoundFileError) {
    let format = try SoundFileFormat(recording: path)
    let writer = try SoundFileWriter(
      path: path,
      format: format,
      channels: channels,
      rate: sampleRate
    )
    self.path = path
    self.lanes = lanes
    lane = RecorderLane(writer, channels: channels, rate: sampleRate)
    lanes?.add(lane)
  }

  deinit {
    lanes?.remove(lane)
  }

  /// The ring that the audio thread writes; frames that did not fit are its `framesMissed`.
  package var ring: SharedAudioRing { lane.ring }

  /// What stopped the recording, for example a full disk; what was written before is kept.
  package var failure: SoundFileError? { lane.failure }

  /// For how long its disk has been waited for, if that is longer than a healthy one takes.
  package func wait(at now: MonotonicTime) -> Seconds? {
    lane.clock.wait(at: now, longerThan: FileLanes.patience)
  }

  /// How many frames the file holds.
  package var framesRecorded: Int { lane.framesRecorded }

  /// Writes everything that is in the ring to the file.
  ///
  /// > Threading: Control, offline.
  package func drain() { lane.drain() }

  /// Writes what is left in the ring and completes the file; waits for the disk.
  ///
  /// > Threading: Worker, when the audio thread does not write the ring any more.
  package func finish() throws(SoundFileError) { try lane.finish() }

  /// Gives the file up, which then is no more; waits for the disk.
  ///
  /// > Threading: Worker, when the audio thread does not write the ring.
  package func discard() throws(SoundFileError) {
    try finish()
    unsafe unlink(path)
  }
}

/// A file that is being recorded, in its lane.
///
/// > Threading: Any.
private final class RecorderLane: LaneFile {
  let clock = LaneClock()
  let ring: SharedAudioRing
  private let recording: Mutex<Recording>
  /// How many frames are written at a time: a quarter of a second.
  private let pieceFrames: Int
  // Kept beside the recording, so that no caller waits for the disk.
  private let writtenFrames = Atomic<Int>(0)
  private let lastFailure = Mutex<SoundFileError?>(nil)

  init(_ writer: sending SoundFileWriter, channels: Int, rate: SampleRate) {
    ring = SharedAudioRing(channels: channels, capacity: Int(clamping: 2 * rate.hertz))
    pieceFrames = Int(clamping: rate.hertz / 4)
    recording = Mutex(Recording(writer: writer, ring: ring, pieceFrames: pieceFrames))
  }

  var failure: SoundFileError? { lastFailure.withLock { $0 } }
  var framesRecorded: Int { writtenFrames.load(ordering: .relaxed) }

  var hasWork: Bool { ring.readable >= pieceFrames && failure == nil }

  func work() {
    write(atLeast: pieceFrames)
  }

  func drain() {
    while write(atLeast: 1) {}
  }

  func finish() throws(SoundFileError) {
    drain()
    do {
      try recording.withLock { recording throws(SoundFileError) in try recording.close() }
    } catch {
      fail(error)
    }
    if let failure { throw failure }
  }

  func close() { recording.withLock { $0.letGo() } }

  /// Moves up to one piece to the file when so many frames wait; returns whether it did.
  @discardableResult
  private func write(atLeast frames: Int) -> Bool {
    guard ring.readable >= frames, failure == nil else { return false }
    do {
      try recording.withLock { recording throws(SoundFileError) in
        writtenFrames.store(try recording.write(), ordering: .relaxed)
      }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  private func fail(_ error: SoundFileError) {
    lastFailure.withLock { $0 = $0 ?? error }
  }
}

/// The way of the samples from the ring to the file.
///
/// > Threading: Any, under its lane's lock.
@safe
private struct Recording: ~Copyable {
  /// `nil` once it has been let go of.
  private var writer: SoundFileWriter?
  private let ring: SharedAudioRing
  private let piece: UnsafeMutableBufferPointer<Float>

  init(writer: sending SoundFileWriter, ring: SharedAudioRing, pieceFrames: Int) {
    self.writer = writer
    self.ring = ring
    unsafe piece = .allocate(capacity: pieceFrames * ring.channels)
  }

  deinit {
    unsafe piece.deallocate()
  }

  /// Moves up to one piece to the file and returns how many frames the file holds now.
  func write() throws(SoundFileError) -> Int {
    guard let writer else { return 0 }
    let count = unsafe ring.readInterleaved(piece) * ring.channels
    if writer.format.hasFullScale {
      // Integers cannot hold what is not a number.
      for index in 0..<count where unsafe !piece[index].isFinite { unsafe piece[index] = 0 }
    }
    try unsafe writer.write(UnsafeBufferPointer(rebasing: piece[..<count]))
    writer.sync()
    return writer.frames
  }

  /// Completes the file.
  func close() throws(SoundFileError) {
    try writer?.close()
  }

  /// Lets the file go as it is.
  mutating func letGo() { writer = nil }
}
