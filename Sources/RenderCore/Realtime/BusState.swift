// SPDX-License-Identifier: Apache-2.0
// What a route is turned to, in the order in which its sound meets it.

/// The mixer's state of one route; it outlives plans.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct BusState {
  var fader = GainRamp(1)
  var mute = GainRamp(1)
  var dim = GainRamp(1)
  /// From the odd channels alone, -1, to the even ones alone, 1.
  var balance = GainRamp(0)
  /// From channels as they are, 0, to the mean of all on each of them, 1.
  var mono = GainRamp(0)
  /// 1, or -1 where the sound is inverted.
  var polarity = GainRamp(1)
  /// Behind the limiter: closed while the graph or the limiter is exchanged.
  var gate = GainRamp(1)
  var delay = OutputDelay()
  var tap: UnsafeMutablePointer<AudioRing>?
  let meters: UnsafeMutableBufferPointer<Meter>

  /// > Threading: Control.
  init(meters: UnsafeMutableBufferPointer<Meter>) {
    unsafe self.meters = unsafe meters
  }

  /// Writes the gain of each frame in front of what is direct; returns `true` when it is 1 throughout.
  @_noLocks
  mutating func fillLevel(_ curve: UnsafeMutablePointer<Float>, frames: Int) -> Bool {
    if fader.isUnity && mute.isUnity && dim.isUnity { return true }
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe fader.multiply(into: curve, frames: frames)
    unsafe mute.multiply(into: curve, frames: frames)
    unsafe dim.multiply(into: curve, frames: frames)
    return false
  }

  /// Writes the balance of each frame; returns `true` when it is in the middle throughout.
  @_noLocks
  mutating func fillBalance(_ curve: UnsafeMutablePointer<Float>, frames: Int) -> Bool {
    if balance.isSettled && balance.current == 0 { return true }
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe balance.multiply(into: curve, frames: frames)
    return false
  }

  /// Writes the gain of each frame behind the limiter; returns `true` when it is 1 throughout.
  @_noLocks
  mutating func fillEnd(_ curve: UnsafeMutablePointer<Float>, frames: Int) -> Bool {
    if polarity.isUnity && gate.isUnity { return true }
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe polarity.multiply(into: curve, frames: frames)
    unsafe gate.multiply(into: curve, frames: frames)
    return false
  }
}
