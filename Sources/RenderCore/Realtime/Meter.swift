// SPDX-License-Identifier: Apache-2.0
// Peak and mean square of one channel, measured where samples pass anyway.

internal import Synchronization

/// The level of one channel: written by the audio thread, read by anybody.
@safe
public struct Meter: ~Copyable, Sendable {
  private let peakBits = Atomic<UInt32>(0)
  private let meanSquareBits = Atomic<UInt32>(0)

  /// Makes a silent meter.
  ///
  /// > Threading: Control.
  public init() {}

  /// The highest magnitude since the last call.
  ///
  /// > Threading: Control.
  public borrowing func takePeak() -> Float {
    Float(bitPattern: peakBits.exchange(0, ordering: .relaxed))
  }

  /// The mean of the squared samples over about the last 300 ms.
  ///
  /// > Threading: Any.
  public var meanSquare: Float {
    Float(bitPattern: meanSquareBits.load(ordering: .relaxed))
  }

  /// Adds `frames` frames at `samples` and returns their peak; `nil`, and counted as silence, unless all are finite.
  ///
  /// `decay` is the share of the old mean square that remains after these frames. What is shown is what `gain` makes of them.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func measure(
    _ samples: UnsafePointer<Float>,
    frames: Int,
    decay: Float,
    gain: Float = 1
  ) -> Float? {
    var peak: Float = 0
    var energy: Float = 0
    unsafe Meter.scan(samples, frames: frames, peak: &peak, energy: &energy)
    guard energy.isFinite else {
      update(peak: 0, meanSquare: 0, decay: decay)
      return nil
    }
    let meanSquare = energy / Float(max(frames, 1)) * gain * gain
    update(peak: peak * gain, meanSquare: meanSquare, decay: decay)
    return peak
  }

  /// Counts frames of silence.
  ///
  /// > Threading: Realtime.
  @_noLocks
  borrowing func measureSilence(decay: Float) {
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

  /// Peak and sum of squares; eight lanes, because a plain float sum does not vectorise.
  @_noLocks
  private static func scan(
    _ samples: UnsafePointer<Float>,
    frames: Int,
    peak: inout Float,
    energy: inout Float
  ) {
    var peaks = SIMD8<Float>(repeating: 0)
    var squares = SIMD8<Float>(repeating: 0)
    let raw = unsafe UnsafeRawPointer(samples)
    let whole = frames & ~7
    var frame = 0
    while frame < whole {
      let eight = unsafe raw.loadUnaligned(
        fromByteOffset: frame &* 4,
        as: SIMD8<Float>.self
      )
      squares += eight * eight
      let magnitudes = eight.replacing(with: -eight, where: eight .< 0)
      peaks.replace(with: magnitudes, where: magnitudes .> peaks)
      frame &+= 8
    }
    peak = peaks.max()
    energy = squares.sum()
    while frame < frames {
      let sample = unsafe samples[frame]
      energy += sample * sample
      peak = max(peak, abs(sample))
      frame &+= 1
    }
  }
}
