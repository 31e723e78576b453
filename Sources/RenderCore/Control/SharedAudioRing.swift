// SPDX-License-Identifier: Apache-2.0
// An audio ring that a file's lane and the audio thread share.

/// An `AudioRing` with an address of its own, kept alive as long as somebody holds this object.
///
/// > Threading: Any, one thread writing and one reading.
@safe
package final class SharedAudioRing: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AudioRing>

  /// The length of the longest loop in it; 0 where nothing is kept for one.
  package let longestLoop: Int

  /// Makes a ring for at least `capacity` frames of `channels` samples.
  ///
  /// One that `loops` may be played in keeps as many frames behind the reader, and a player's at
  /// least those that an interpolator looks back at. The reader begins at `start`, as far as that
  /// is kept.
  package init(channels: Int, capacity: Int, loops: Int? = nil, readFrom start: Int = 0) {
    unsafe pointer = .allocate(capacity: 1)
    longestLoop = loops ?? 0
    // Some more goes by until the renderer hears of a loop.
    let kept = loops.map { $0 > 0 ? $0 + Self.reserve : Varispeed.longestReach } ?? 0
    unsafe pointer.initialize(
      to: AudioRing(channels: channels, capacity: capacity, keeping: kept, readFrom: start)
    )
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// Samples in a frame.
  package var channels: Int { unsafe pointer.pointee.channels }
  /// How many frames fit.
  package var capacity: Int { unsafe pointer.pointee.capacity }
  /// What is kept beside the longest loop: what an interpolator looks back at, and a few cycles.
  package static let reserve = 32_768

  /// The first frame that is there, and stays until the reader goes on.
  package var oldest: Int { unsafe pointer.pointee.oldest }
  /// Frames read since the ring was made.
  package var framesRead: Int { unsafe pointer.pointee.framesRead }
  /// Frames written since the ring was made.
  package var framesWritten: Int { unsafe pointer.pointee.framesWritten }
  /// Frames that can be read now.
  package var readable: Int { unsafe pointer.pointee.readable }
  /// Frames that can be written now.
  package var writable: Int { unsafe pointer.pointee.writable }
  /// Frames that the audio thread wanted to read or write and could not.
  package var framesMissed: Int { unsafe pointer.pointee.framesMissed }
  /// Whether the writer has said that nothing will follow.
  package var isFinished: Bool { unsafe pointer.pointee.isFinished }

  /// Moves the reader of a ring that nobody reads yet, to a frame that is there.
  ///
  /// > Threading: Control.
  package func read(from frame: Int) {
    unsafe pointer.pointee.moveReader(to: frame)
  }

  /// Says that nothing will follow what has been written.
  ///
  /// > Threading: Any, as the writer.
  package func finish() {
    unsafe pointer.pointee.finish()
  }

  /// Writes up to `frames` interleaved frames and returns how many fitted.
  ///
  /// > Threading: Any, as the writer.
  package func writeInterleaved(_ frames: UnsafeBufferPointer<Float>) -> Int {
    unsafe pointer.pointee.writeInterleaved(frames)
  }

  /// Reads up to as many interleaved frames as `frames` holds and returns how many there were.
  ///
  /// > Threading: Any, as the reader.
  package func readInterleaved(_ frames: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe pointer.pointee.readInterleaved(frames)
  }
}
