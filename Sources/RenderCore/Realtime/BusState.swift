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
  var night = GainRamp(1)
  /// From the odd channels alone, -1, to the even ones alone, 1.
  var balance = GainRamp(0)
  /// From channels as they are, 0, to the mean of all on each of them, 1.
  var mono = GainRamp(0)
  /// 1, or -1 where the sound is inverted.
  var polarity = GainRamp(1)
  /// Behind the limiter: closed while the graph or the limiter is exchanged.
  var gate = GainRamp(1)
  var delay = OutputDelay()
  /// How a monitor hears another output beside what is sent to it.
  var monitor = MonitorState()
  var tap: UnsafeMutablePointer<AudioRing>?
  /// What listens to what leaves, beside a recorder; nobody waits for it.
  var ear: UnsafeMutablePointer<AudioRing>?
  let meters: UnsafeMutableBufferPointer<Meter>

  /// > Threading: Control.
  init(meters: UnsafeMutableBufferPointer<Meter>) {
    unsafe self.meters = unsafe meters
  }

  /// Whether what is sent there is as loud as it comes.
  var isLevel: Bool {
    @_noLocks get { fader.isUnity && mute.isUnity && dim.isUnity && night.isUnity }
  }

  /// Whether it is in the middle.
  var isCentred: Bool {
    @_noLocks get { balance.isSettled && balance.current == 0 }
  }

  /// Whether its channels are as they come.
  var isSeparate: Bool {
    @_noLocks get { mono.isSettled && mono.current == 0 }
  }

  /// Whether what comes out of the limiter leaves as it is.
  var isStraight: Bool {
    @_noLocks get { polarity.isUnity && gate.isUnity }
  }

  /// Writes the gain of each frame in front of what is direct.
  @_noLocks
  mutating func fillLevel(_ curve: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe fader.multiply(into: curve, frames: frames)
    unsafe mute.multiply(into: curve, frames: frames)
    unsafe dim.multiply(into: curve, frames: frames)
    unsafe night.multiply(into: curve, frames: frames)
  }

  /// Writes the balance of each frame.
  @_noLocks
  mutating func fillBalance(_ curve: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe balance.multiply(into: curve, frames: frames)
  }

  /// Writes the gain of each frame behind the limiter.
  @_noLocks
  mutating func fillEnd(_ curve: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe polarity.multiply(into: curve, frames: frames)
    unsafe gate.multiply(into: curve, frames: frames)
  }
}
