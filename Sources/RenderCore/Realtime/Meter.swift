// SPDX-License-Identifier: Apache-2.0
// Peak and mean square of one channel, measured where samples pass anyway.

internal import Synchronization

/// What a block of samples holds: its peak, and the sum of its squares.
struct BlockLevel: BitwiseCopyable {
  var peak: Float
  var energy: Float

  @_noLocks
  init(peak: Float, energy: Float) {
    (self.peak, self.energy) = (peak, energy)
  }
}

/// The level of one channel: written by the audio thread, read by anybody.
@safe
package struct Meter: ~Copyable, Sendable {
  private let peakBits = Atomic<UInt32>(0)
  private let meanSquareBits = Atomic<UInt32>(0)

  /// Makes a silent meter.
  ///
  /// > Threading: Control.
  package init() {}

  /// The highest magnitude since the last call.
  ///
  /// > Threading: Control.
  package borrowing func takePeak() -> Float {
    Float(bitPattern: peakBits.exchange(0, ordering: .relaxed))
  }

  /// The mean of the squared samples over about the last 300 ms.
  ///
  /// > Threading: Any.
  package var meanSquare: Float {
    Float(bitPattern: meanSquareBits.load(ordering: .relaxed))
  }

  /// Adds `frames` frames at `samples` and returns their level; `nil`, and counted as silence,
  /// unless all are finite.
  ///
  /// `decay` is the share of the old mean square that remains after these frames. What is shown is
  /// what `gain` makes of them.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func measure(
    _ samples: UnsafePointer<Float>,
    frames: Int,
    decay: Float,
    gain: Float = 1
  ) -> BlockLevel? {
    let block = unsafe Meter.scan(samples, times: nil, frames: frames)
    guard block.energy.isFinite else {
      measureSilence(decay: decay)
      return nil
    }
    take(block, frames: frames, decay: decay, gain: gain)
    return block
  }

  /// Adds `frames` frames at `samples`, whose level is known, as a gain makes them.
  ///
  /// While the gain is a number, so is what it makes of the level: no sample is read. Where it
  /// moves, the samples are read once more, times its curve.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func measure(
    _ samples: UnsafePointer<Float>,
    level: BlockLevel,
    gain: ChunkGain,
    frames: Int,
    decay: Float
  ) {
    guard level.peak > 0 else { return measureSilence(decay: decay) }
    guard let curve = unsafe gain.curve else {
      return take(level, frames: frames, decay: decay, gain: gain.number)
    }
    let block = unsafe Meter.scan(samples, times: UnsafePointer(curve), frames: frames)
    take(block, frames: frames, decay: decay, gain: gain.number)
  }

  @_noLocks
  private borrowing func take(_ block: BlockLevel, frames: Int, decay: Float, gain: Float) {
    let meanSquare = block.energy / Float(max(frames, 1)) * gain * gain
    // What a gain has made too large for a number would stay so.
    guard meanSquare.isFinite else { return measureSilence(decay: decay) }
    update(peak: block.peak * abs(gain), meanSquare: meanSquare, decay: decay)
  }

  /// Counts frames of silence.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func measureSilence(decay: Float) {
    if meanSquareBits.load(ordering: .relaxed) == 0 { return }
    update(peak: 0, meanSquare: 0, decay: decay)
  }

  @_noLocks
  private borrowing func update(peak: Float, meanSquare: Float, decay: Float) {
    if peak > Float(bitPattern: peakBits.load(ordering: .relaxed)) {
      peakBits.store(peak.bitPattern, ordering: .relaxed)
    }
    let old = Float(bitPattern: meanSquareBits.load(ordering: .relaxed))
    meanSquareBits.store(
      (meanSquare + (old - meanSquare) * decay).bitPattern,
      ordering: .relaxed
    )
  }

  /// Peak and sum of squares, times a curve if there is one; eight lanes, because a plain float sum
  /// does not vectorise.
  @_noLocks
  private static func scan(
    _ samples: UnsafePointer<Float>,
    times curve: UnsafePointer<Float>?,
    frames: Int
  ) -> BlockLevel {
    var peaks = SIMD8<Float>(repeating: 0)
    var squares = SIMD8<Float>(repeating: 0)
    let raw = unsafe UnsafeRawPointer(samples)
    let gains = unsafe UnsafeRawPointer(curve)
    let whole = frames & ~7
    var frame = 0
    while frame < whole {
      var eight = unsafe raw.loadUnaligned(
        fromByteOffset: frame &* 4,
        as: SIMD8<Float>.self
      )
      if let gains = unsafe gains {
        eight *= unsafe gains.loadUnaligned(fromByteOffset: frame &* 4, as: SIMD8<Float>.self)
      }
      squares += eight * eight
      let magnitudes = eight.replacing(with: -eight, where: eight .< 0)
      peaks.replace(with: magnitudes, where: magnitudes .> peaks)
      frame &+= 8
    }
    var block = BlockLevel(peak: peaks.max(), energy: squares.sum())
    while frame < frames {
      var sample = unsafe samples[frame]
      if let curve = unsafe curve { sample *= unsafe curve[frame] }
      block.energy += sample * sample
      block.peak = max(block.peak, abs(sample))
      frame &+= 1
    }
    return block
  }
}
