// SPDX-License-Identifier: Apache-2.0
// A gain that several strips have in common.

/// What a group of strips is turned to; it outlives plans.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct SharedGainState {
  var fader = GainRamp(1)
  var mute = GainRamp(1)
}

/// The gain of a group in a chunk: worked out once, before anybody renders, so that all render
/// threads read the same.
///
/// > Threading: Realtime.
@safe
struct SharedGain {
  let state: UnsafeMutablePointer<SharedGainState>
  /// Fader and mute of each frame, and the mute alone.
  let curve: UnsafeMutablePointer<Float>
  let muteCurve: UnsafeMutablePointer<Float>
  /// The same as single numbers; `nil` where they move.
  private var gain: Float? = 1
  private var muteGain: Float? = 1

  /// > Threading: Control.
  init(
    state: UnsafeMutablePointer<SharedGainState>,
    curve: UnsafeMutablePointer<Float>,
    muteCurve: UnsafeMutablePointer<Float>
  ) {
    unsafe self.state = unsafe state
    unsafe self.curve = unsafe curve
    unsafe self.muteCurve = unsafe muteCurve
  }

  /// Works out the next chunk.
  @_noLocks
  mutating func prepare(frames: Int) {
    let (fader, mute) = unsafe (state.pointee.fader, state.pointee.mute)
    muteGain = mute.isSettled ? mute.current : nil
    gain = mute.isSettled && fader.isSettled ? mute.current * fader.current : nil
    if gain != nil { return }
    unsafe Samples.fill(muteCurve, with: 1, frames: frames)
    unsafe state.pointee.mute.multiply(into: muteCurve, frames: frames)
    unsafe Samples.copy(muteCurve, to: curve, frames: frames)
    unsafe state.pointee.fader.multiply(into: curve, frames: frames)
  }

  /// Multiplies a gain, which is a number or else in `target`, by the group's; a measurement heeds
  /// the mute alone.
  @_noLocks
  func apply(
    to number: inout Float?,
    _ target: UnsafeMutablePointer<Float>,
    isMeasuring: Bool,
    frames: Int
  ) {
    let shared = isMeasuring ? muteGain : gain
    if let shared {
      if shared == 1 { return }
      if let own = number {
        number = own * shared
      } else {
        for frame in 0..<frames { unsafe target[frame] *= shared }
      }
      return
    }
    if let own = number { unsafe Samples.fill(target, with: own, frames: frames) }
    number = nil
    unsafe Samples.multiply(target, by: isMeasuring ? muteCurve : curve, frames: frames)
  }
}
