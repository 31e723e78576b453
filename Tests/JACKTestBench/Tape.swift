// SPDX-License-Identifier: Apache-2.0
// Samples that JACK's thread plays or captures, and where on them each of its cycles was.

internal import CJACK
internal import Glibc
internal import Synchronization

/// A block of samples for several channels that is handed to JACK's thread and back.
@safe
final class Tape: @unchecked Sendable {
  let channels: Int
  let frames: Int
  private let samples: UnsafeMutablePointer<Float>
  private let done = Atomic<Int>(0)
  private let cycles = Mutex<[(frame: jack_nframes_t, range: Range<Int>)]>([])

  /// Makes a tape of zeros; they cost nothing before they are written to.
  init(channels: Int, frames: Int) {
    self.channels = channels
    self.frames = frames
    let count = max(channels * frames, 1)
    guard let memory = unsafe calloc(count, MemoryLayout<Float>.stride) else {
      preconditionFailure("no memory for \(count) samples")
    }
    unsafe samples = memory.bindMemory(to: Float.self, capacity: count)
  }

  /// Makes a tape that holds `sound`, one array for each channel.
  convenience init(_ sound: [[Float]]) {
    self.init(channels: sound.count, frames: sound.map(\.count).max() ?? 0)
    for (index, samples) in sound.enumerated() {
      unsafe samples.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(channel(index))
          .copyMemory(from: source, byteCount: bytes.count)
      }
    }
  }

  deinit {
    unsafe free(samples)
  }

  func channel(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples + index * frames
  }

  /// A part of its samples, by channel.
  func samples(_ range: Range<Int>) -> [[Float]] {
    (0..<channels).map { index in
      let start = unsafe channel(index) + range.lowerBound
      return unsafe Array(UnsafeBufferPointer(start: start, count: range.count))
    }
  }

  /// How many frames have been played or captured.
  var doneFrames: Int { done.load(ordering: .acquiring) }

  /// The frame of JACK's clock at which it began; `nil` before.
  var beginning: jack_nframes_t? { cycles.withLock { $0.first?.frame } }

  /// The place on the tape of a frame of JACK's clock; `nil` when it is not there, or not yet.
  ///
  /// JACK's clock leaps when the server is late, a tape does not: it goes on from cycle to cycle.
  func position(of frame: jack_nframes_t) -> Int? {
    cycles.withLock { cycles in
      for cycle in cycles.reversed() {
        let offset = Int(Int32(bitPattern: frame &- cycle.frame))
        if (0..<cycle.range.count).contains(offset) { return cycle.range.lowerBound + offset }
      }
      return nil
    }
  }

  /// The frame of JACK's clock at a place on the tape.
  func frame(at position: Int) -> jack_nframes_t? {
    cycles.withLock { cycles in
      cycles.last { $0.range.contains(position) }.map { cycle in
        cycle.frame &+ jack_nframes_t(position - cycle.range.lowerBound)
      }
    }
  }

  /// Notes the frames of a cycle that began at `frame` of JACK's clock; called by JACK's thread
  /// only.
  func advance(_ count: Int, at frame: jack_nframes_t) {
    let position = done.load(ordering: .relaxed)
    cycles.withLock { $0.append((frame, position..<position + count)) }
    done.add(count, ordering: .releasing)
  }
}

/// Captured sound, from its first frame on.
package struct Take {
  /// The samples by channel.
  package let channels: [[Float]]
  private let tape: Tape
  private let start: Int

  init(_ tape: Tape, _ range: Range<Int>) {
    channels = tape.samples(range)
    self.tape = tape
    start = range.lowerBound
  }

  /// The place in the samples of a frame of JACK's clock, less than 0 before them; `nil` when
  /// nothing was captured then.
  package func position(of frame: UInt32) -> Int? {
    tape.position(of: frame).map { $0 - start }
  }

  /// How many frames of JACK's clock went by during a part of the samples.
  package func frames(of range: Range<Int>) -> Int? {
    guard let first = tape.frame(at: start + range.lowerBound),
      let last = tape.frame(at: start + range.upperBound - 1)
    else { return nil }
    return Int(last &- first) + 1
  }
}
