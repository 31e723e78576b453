// SPDX-License-Identifier: Apache-2.0
// The loops over samples. Plain, so that the compiler vectorises them.

/// Loops over blocks of samples.
///
/// > Threading: Realtime.
package enum Samples {
  @_noLocks
  static func clear(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe fill(samples, with: 0, frames: frames)
  }

  @_noLocks
  static func fill(_ samples: UnsafeMutablePointer<Float>, with value: Float, frames: Int) {
    for frame in 0..<max(frames, 0) { unsafe samples[frame] = value }
  }

  /// Copies bit for bit: NaN payloads, denormals and negative zeros arrive as they are.
  @_noLocks
  package static func copy(
    _ source: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frames &* 4)
  }

  @_noLocks
  static func add(
    _ source: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    for frame in 0..<frames { unsafe target[frame] += source[frame] }
  }

  @_noLocks
  static func multiply(
    _ samples: UnsafeMutablePointer<Float>,
    by curve: UnsafePointer<Float>,
    frames: Int
  ) {
    for frame in 0..<frames { unsafe samples[frame] *= curve[frame] }
  }

  /// Multiplies by what the product of two curves leaves of 1.
  @_noLocks
  static func multiply(
    _ samples: UnsafeMutablePointer<Float>,
    byRestOf first: UnsafePointer<Float>,
    times second: UnsafePointer<Float>,
    frames: Int
  ) {
    for frame in 0..<frames { unsafe samples[frame] *= 1 - first[frame] * second[frame] }
  }

  /// Adds `source` times the product of two curves.
  @_noLocks
  static func add(
    _ source: UnsafePointer<Float>,
    times first: UnsafePointer<Float>,
    times second: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    for frame in 0..<frames {
      unsafe target[frame] += source[frame] * (first[frame] * second[frame])
    }
  }

  /// Fades from full level to exact silence within `frames` frames, or the other way round.
  @_noLocks
  static func fade(_ samples: UnsafeMutablePointer<Float>, isIn: Bool, frames: Int) {
    for frame in 0..<frames {
      let share = Float(isIn ? frame &+ 1 : frames &- 1 &- frame) / Float(frames)
      unsafe samples[frame] *= share
    }
  }

  /// Writes or adds `source` times `curve`.
  @_noLocks
  static func mix(
    _ source: UnsafePointer<Float>,
    times curve: UnsafePointer<Float>,
    into target: UnsafeMutablePointer<Float>,
    adding: Bool,
    frames: Int
  ) {
    if adding {
      for frame in 0..<frames { unsafe target[frame] += source[frame] * curve[frame] }
    } else {
      for frame in 0..<frames { unsafe target[frame] = source[frame] * curve[frame] }
    }
  }

  /// Writes or adds `source` times `gain`; a gain of exactly 1 that writes is a copy, bit for bit.
  @_noLocks
  static func mix(
    _ source: UnsafePointer<Float>,
    times gain: Float,
    into target: UnsafeMutablePointer<Float>,
    adding: Bool,
    frames: Int
  ) {
    if adding {
      for frame in 0..<frames { unsafe target[frame] += source[frame] * gain }
    } else if gain == 1 {
      unsafe copy(source, to: target, frames: frames)
    } else {
      for frame in 0..<frames { unsafe target[frame] = source[frame] * gain }
    }
  }
}
