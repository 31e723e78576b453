// SPDX-License-Identifier: Apache-2.0
// A ring of audio frames between a file's lane and the audio thread, in either direction.

internal import Synchronization

/// A bounded ring of interleaved frames with one writer and one reader.
///
/// A player's lane writes and the audio thread reads; for a recorder it is the other way round.
///
/// > Threading: Any, one thread writing and one reading.
@safe
package struct AudioRing: ~Copyable, @unchecked Sendable {
  /// Samples in a frame.
  package let channels: Int
  /// How many frames fit.
  package let capacity: Int
  /// How many frames there are, also those behind the reader that stay for it to look back.
  private let size: Int
  private let samples: UnsafeMutablePointer<Float>
  private let readFrames = Atomic<Int>(0)
  private let writtenFrames = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let missed = Atomic<Int>(0)
  /// Whether nobody is waited for any more.
  private let isGivenUp = Atomic<Bool>(false)
  /// How long the disk is waited for at a time, in nanoseconds.
  private static var patience: UInt64 { @_noLocks get { 2_000_000_000 } }

  /// Makes a ring for at least `capacity` frames (rounded up to a power of two) of `channels`
  /// samples; behind the reader at least the last `kept` stay, and zeros before anything was read.
  ///
  /// The reader begins at `start`, at most `kept`. Where frames are kept, the reader is the audio
  /// thread, and memory is taken as the writer fills it.
  ///
  /// > Threading: Control.
  package init(channels: Int, capacity: Int, keeping kept: Int = 0, readFrom start: Int = 0) {
    precondition(channels > 0, "a frame has at least one sample")
    self.channels = channels
    self.capacity = Ring<Float>.size(for: capacity)
    size = kept > 0 ? Ring<Float>.size(for: self.capacity + kept) : self.capacity
    unsafe samples = .allocate(capacity: channels * size)
    // The audio thread finds all in memory that it touches before the other one has: what it
    // writes, and what an interpolator sees before the first frame.
    let touched = channels * (kept > 0 ? min(size, 2 * Varispeed.longestReach) : size)
    unsafe (samples + (channels * size - touched)).initialize(repeating: 0, count: touched)
    readFrames.store(min(max(0, start), kept), ordering: .relaxed)
  }

  deinit {
    unsafe samples.deallocate()
  }

  private var mask: Int { @_noLocks get { size &- 1 } }

  /// Frames read since the ring was made: the play position counts from here.
  package var framesRead: Int {
    @_noLocks get { readFrames.load(ordering: .acquiring) }
  }

  /// Frames written since the ring was made.
  package var framesWritten: Int {
    @_noLocks get { writtenFrames.load(ordering: .acquiring) }
  }

  /// Frames that can be read now.
  package var readable: Int {
    @_noLocks get {
      writtenFrames.load(ordering: .acquiring) &- readFrames.load(ordering: .acquiring)
    }
  }

  /// Frames that can be written now.
  package var writable: Int {
    @_noLocks get { capacity &- readable }
  }

  /// Frames that the audio thread wanted to read (underrun) or write (overrun) and could not.
  package var framesMissed: Int {
    @_noLocks get { missed.load(ordering: .relaxed) }
  }

  /// Waits, where the driver keeps no time, until so many frames can be read or nothing will
  /// follow.
  @_noLocks
  borrowing func awaitReadable(_ frames: Int) {
    wait(for: min(frames, capacity), isReader: true)
  }

  /// Waits, where the driver keeps no time, until so many frames can be written.
  @_noLocks
  borrowing func awaitWritable(_ frames: Int) {
    wait(for: min(frames, capacity), isReader: false)
  }

  /// Waits for the disk; one that has let a whole wait go by is waited for again when it has come
  /// back.
  @_noLocks
  private borrowing func wait(for frames: Int, isReader: Bool) {
    var end: UInt64 = 0
    while isReader ? readable < frames && !isFinished : writable < frames {
      if isGivenUp.load(ordering: .relaxed) { return }
      let now = Hatch.nanoseconds()
      if end == 0 { end = now &+ AudioRing.patience }
      if now > end { return isGivenUp.store(true, ordering: .relaxed) }
      Hatch.relax(isLong: true)
    }
    isGivenUp.store(false, ordering: .relaxed)
  }

  /// Whether the writer has said that nothing will follow.
  package var isFinished: Bool {
    @_noLocks get { finished.load(ordering: .acquiring) }
  }

  /// Says that nothing will follow what has been written.
  ///
  /// > Threading: Any, as the writer.
  package borrowing func finish() {
    finished.store(true, ordering: .releasing)
  }

  /// Reads up to `frames` frames to a place in `outputs`, which has a pointer for each channel, and
  /// returns how many there were.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func read(
    into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    at place: Int = 0,
    frames: Int
  ) -> Int {
    let start = readFrames.load(ordering: .relaxed)
    let count = min(frames, writtenFrames.load(ordering: .acquiring) &- start)
    for channel in 0..<channels {
      let output = unsafe outputs[channel] + place
      for frame in 0..<count {
        unsafe output[frame] = samples[((start &+ frame) & mask) &* channels &+ channel]
      }
    }
    if count < frames && !finished.load(ordering: .acquiring) {
      missed.add(frames &- count, ordering: .relaxed)
    }
    readFrames.store(start &+ count, ordering: .releasing)
    return count
  }

  /// Sums frames of a channel times `weights`, from `offset` frames after the one that is read next
  /// on; what is before that was read.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func sum(
    _ channel: Int,
    from offset: Int,
    times weights: UnsafePointer<Float>,
    count: Int
  ) -> Float {
    let start = (readFrames.load(ordering: .relaxed) &+ offset) & mask
    let first = min(count, size &- start)
    var sum: Float = 0
    var place = unsafe samples + (start &* channels &+ channel)
    for index in 0..<count {
      if index == first { unsafe place = samples + channel }
      unsafe sum += weights[index] * place.pointee
      unsafe place += channels
    }
    return sum
  }

  /// The same at the seam of a loop: what is behind its end comes from its beginning, and in a
  /// later turn what is before that from its end.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func sum(
    _ channel: Int,
    from offset: Int,
    times weights: UnsafePointer<Float>,
    count: Int,
    around loop: RingLoop
  ) -> Float {
    let start = readFrames.load(ordering: .relaxed) &+ offset
    var sum: Float = 0
    for index in 0..<count {
      let frame = loop.place(of: start &+ index) & mask
      unsafe sum += weights[index] * samples[frame &* channels &+ channel]
    }
    return sum
  }

  /// A sample of a frame; silence where that is not there yet, or no more.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func sample(_ channel: Int, at frame: Int) -> Float {
    let written = writtenFrames.load(ordering: .acquiring)
    guard frame >= 0, frame < written, frame >= written &- size else { return 0 }
    return unsafe samples[(frame & mask) &* channels &+ channel]
  }

  /// The first frame that is there, and stays until the reader goes on.
  package var oldest: Int {
    @_noLocks get {
      let (read, written) = (framesRead, framesWritten)
      return max(0, max(written, read &+ capacity) &- size)
    }
  }

  /// Goes back by so many frames, as far as they were kept.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func goBack(frames: Int) {
    let read = readFrames.load(ordering: .relaxed)
    readFrames.store(max(read &- frames, min(read, oldest)), ordering: .releasing)
  }

  /// Goes to a frame, or as near to it as the ring has one.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func moveReader(to frame: Int) {
    let written = writtenFrames.load(ordering: .acquiring)
    readFrames.store(min(max(frame, min(oldest, written)), written), ordering: .releasing)
  }

  /// Reads `frames` frames without looking at them; `missed` more would have been wanted.
  ///
  /// > Threading: Realtime, as the reader.
  @_noLocks
  borrowing func pass(frames: Int, missed: Int) {
    if missed > 0 { self.missed.add(missed, ordering: .relaxed) }
    readFrames.store(readFrames.load(ordering: .relaxed) &+ frames, ordering: .releasing)
  }

  /// Writes `frames` frames, one pointer for each channel; what does not fit is counted as missed.
  ///
  /// > Threading: Realtime, as the writer.
  @_noLocks
  borrowing func write(
    from inputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    frames: Int
  ) {
    let start = writtenFrames.load(ordering: .relaxed)
    let count = min(frames, capacity &- (start &- readFrames.load(ordering: .acquiring)))
    for channel in 0..<channels {
      let input = unsafe inputs[channel]
      for frame in 0..<count {
        unsafe samples[((start &+ frame) & mask) &* channels &+ channel] = input[frame]
      }
    }
    if count < frames { missed.add(frames &- count, ordering: .relaxed) }
    writtenFrames.store(start &+ count, ordering: .releasing)
  }

  /// Writes up to `frames` interleaved frames and returns how many fitted.
  ///
  /// > Threading: Any, as the writer, off the audio thread.
  package borrowing func writeInterleaved(_ frames: UnsafeBufferPointer<Float>) -> Int {
    let start = writtenFrames.load(ordering: .relaxed)
    let count = min(frames.count / channels, writable)
    let first = min(count, size - (start & mask))
    guard count > 0, let source = frames.baseAddress else { return 0 }
    unsafe (samples + (start & mask) * channels).update(
      from: source,
      count: first * channels
    )
    unsafe samples.update(from: source + first * channels, count: (count - first) * channels)
    writtenFrames.store(start + count, ordering: .releasing)
    return count
  }

  /// Reads up to as many interleaved frames as `frames` holds and returns how many there were.
  ///
  /// > Threading: Any, as the reader, off the audio thread.
  package borrowing func readInterleaved(_ frames: UnsafeMutableBufferPointer<Float>) -> Int {
    let start = readFrames.load(ordering: .relaxed)
    let count = min(frames.count / channels, readable)
    let first = min(count, size - (start & mask))
    guard count > 0, let target = frames.baseAddress else { return 0 }
    unsafe target.update(
      from: samples + (start & mask) * channels,
      count: first * channels
    )
    unsafe (target + first * channels).update(from: samples, count: (count - first) * channels)
    readFrames.store(start + count, ordering: .releasing)
    return count
  }
}
