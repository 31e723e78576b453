// SPDX-License-Identifier: Apache-2.0
// An output that is heard later than it is mixed, so that loudspeakers at different distances
// agree.

/// The delay of an output, the same for all of its channels.
///
/// > Threading: Realtime, except where said.
@safe
struct OutputDelay {
  /// How many frames are kept of each channel: half a second at 384 kHz.
  static var capacity: Int { @_noLocks get { 262_144 } }
  /// The longest delay: a chunk must fit beside it.
  static var longest: Int { @_noLocks get { capacity &- 8_192 } }

  /// The past of each channel, one behind the other; none before there is a delay.
  private var past: UnsafeMutablePointer<Float>?
  /// Where the next frame goes.
  private var position = 0
  /// How many frames of the past are there: what is older is silence.
  private var known = 0
  private var delay = 0
  /// The delay that fades in, in `fadeLeft` frames of `fade`.
  private var next = 0
  private var (fade, fadeLeft) = (1, 0)
  /// The delay that is to be.
  private var wanted = 0

  /// Makes no delay.
  ///
  /// > Threading: Control.
  init() {}

  /// Whether there is nothing to do.
  var isIdle: Bool {
    @_noLocks get { delay == 0 && wanted == 0 && fadeLeft == 0 }
  }

  /// Delays by so many frames, at most `longest`; the other delay fades in over `fade` frames,
  /// behind one that does so already.
  @_noLocks
  mutating func set(_ frames: Int, past: UnsafeMutablePointer<Float>, fade: Int) {
    if isIdle { known = 0 }
    unsafe self.past = unsafe past
    wanted = max(0, min(frames, OutputDelay.longest))
    self.fade = max(fade, 1)
  }

  /// Begins the fade that is due.
  @_noLocks
  mutating func beginChunk() {
    guard fadeLeft == 0, wanted != delay else { return }
    next = wanted
    fadeLeft = fade
  }

  /// Delays the samples of a channel in place.
  @_noLocks
  func apply(to samples: UnsafeMutablePointer<Float>, channel: Int, frames: Int) {
    guard let all = unsafe past else { return }
    let line = unsafe all + channel &* OutputDelay.capacity
    let step = 1 / Float(fade)
    for frame in 0..<frames {
      let now = position &+ frame
      let (old, input) = unsafe (known &+ frame, samples[frame])
      // What is remembered begins softly.
      let share = min(1, Float(old) * step)
      unsafe line[now & (OutputDelay.capacity &- 1)] = input * share
      var sample = unsafe heard(line, input, at: now, delay, old)
      if frame < fadeLeft {
        let other = unsafe heard(line, input, at: now, next, old)
        sample += (other - sample) * (1 - Float(fadeLeft &- 1 &- frame) * step)
      } else if fadeLeft > 0 {
        sample = unsafe heard(line, input, at: now, next, old)
      }
      unsafe samples[frame] = sample
    }
  }

  /// What is heard at a frame with a delay.
  @_noLocks
  private func heard(
    _ line: UnsafeMutablePointer<Float>,
    _ input: Float,
    at now: Int,
    _ delay: Int,
    _ known: Int
  ) -> Float {
    if delay == 0 { return input }
    guard delay <= known else { return 0 }
    return unsafe line[(now &- delay) & (OutputDelay.capacity &- 1)]
  }

  /// Lets the frames go by that all channels have been given.
  @_noLocks
  mutating func endChunk(frames: Int) {
    position = (position &+ frames) & (OutputDelay.capacity &- 1)
    known = min(known &+ frames, OutputDelay.capacity)
    guard fadeLeft > 0 else { return }
    fadeLeft = max(0, fadeLeft &- frames)
    if fadeLeft == 0 { delay = next }
  }
}
