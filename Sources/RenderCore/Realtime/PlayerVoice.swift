// SPDX-License-Identifier: Apache-2.0
// The audio thread's half of a player: reads a ring that a disk thread keeps full.

/// What the audio thread knows of a player.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct PlayerVoice {
  let id: UInt32
  var ring: UnsafeMutablePointer<AudioRing>
  var gain = GainRamp(0)
  var isPlaying = false
  var hasEnded = false

  /// Fills `outputs`, one pointer for each channel of the ring; returns `true` when the last frame has been played.
  @_noLocks
  mutating func play(
    into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    curve: UnsafeMutablePointer<Float>,
    frames: Int
  ) -> Bool {
    let channels = unsafe ring.pointee.channels
    guard isPlaying || !gain.isSettled else {
      for channel in 0..<channels { unsafe Samples.clear(outputs[channel], frames: frames) }
      return false
    }
    let count = unsafe ring.pointee.read(into: outputs, frames: frames)
    for channel in 0..<channels {
      unsafe Samples.clear(outputs[channel] + count, frames: frames &- count)
    }
    if !gain.isUnity {
      unsafe Samples.fill(curve, with: 1, frames: frames)
      unsafe gain.multiply(into: curve, frames: frames)
      for channel in 0..<channels {
        unsafe Samples.multiply(outputs[channel], by: curve, frames: frames)
      }
    }
    guard !hasEnded, unsafe ring.pointee.isFinished, unsafe ring.pointee.readable == 0 else {
      return false
    }
    hasEnded = true
    isPlaying = false
    gain = GainRamp(0)
    return true
  }

  /// Starts or stops, over a ramp of `frames` frames.
  @_noLocks
  mutating func setPlaying(_ play: Bool, overFrames frames: Int) {
    isPlaying = play && !hasEnded
    gain.retarget(isPlaying ? 1 : 0, overFrames: frames)
  }
}
