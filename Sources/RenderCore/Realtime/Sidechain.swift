// SPDX-License-Identifier: Apache-2.0
// How a duck breathes with the voice that causes it, between the floor that the tower owns and a
// shallower level.

package import Quantities

/// How a duck follows its ducker inside the active window.
package struct SidechainShape: BitwiseCopyable, Hashable, Sendable {
  /// The linear peak from which on the ducker counts as heard.
  var threshold: Float
  /// The linear gain of the ducked session while the ducker is silent.
  var idle: Float
  /// Frames from the idle level down to the duck's own.
  var attack: Int32
  /// Frames of silence before the way up begins.
  var hold: Int32
  /// Frames of the way up.
  var release: Int32

  /// Describes a shape.
  ///
  /// - Parameters:
  ///   - threshold: the peak from which on the ducker counts as heard.
  ///   - idle: the level of the ducked session while the ducker is silent; where the duck itself is
  ///     shallower, the duck's counts.
  ///   - attack: the length of the way from the idle level to the duck's own.
  ///   - hold: how long the ducker must be silent before the way back begins.
  ///   - release: the length of the way back.
  ///
  /// > Threading: Control.
  package init(
    threshold: LinearGain,
    idle: LinearGain,
    attack: FrameCount,
    hold: FrameCount,
    release: FrameCount
  ) {
    self.threshold = threshold.factor
    self.idle = min(idle.factor, 1)
    self.attack = Int32(clamping: attack.value)
    self.hold = Int32(clamping: hold.value)
    self.release = Int32(clamping: release.value)
  }

  /// The shape of a sidechain that nobody has asked for.
  @_noLocks
  init() {
    (threshold, idle, attack, hold, release) = (0, 1, 0, 0, 0)
  }
}

/// The movement of one strip's duck with the level of another.
///
/// The factor lies between the duck's own gain *d* (the ducker is heard) and the shallower of *d*
/// and the idle level (it is silent). So it never lies below what the tower has asked for, and is
/// *d* to the bit when *d* is 1 or the ducker is heard. A duck that begins to follow begins as if
/// the ducker were heard: at activation the floor is guaranteed.
///
/// > Threading: Realtime, once a plan uses it.
struct Sidechain: BitwiseCopyable {
  /// Whether the duck's factor differs, or may differ, from the duck's gain.
  private(set) var isEngaged = false
  /// The id of the strip that is followed.
  private(set) var followed: UInt32 = 0
  private var shape = SidechainShape()
  /// 1: at the duck's own gain; 0: at the idle level.
  private var depth = GainRamp(1)
  private var idle = GainRamp(1)
  private var isHeard = true
  private var isLeaving = false

  /// Makes a sidechain that follows no strip.
  @_noLocks
  init() {}

  /// Follows the strip with the id `next`; `nil` ends it, at the latest with the duck.
  @_noLocks
  mutating func follow(_ next: UInt32?, _ shape: SidechainShape) {
    guard let next else {
      isLeaving = isEngaged
      return
    }
    if !isEngaged {
      depth = GainRamp(1)
      idle = GainRamp(shape.idle)
    } else {
      idle.retarget(shape.idle, overFrames: Int(clamping: shape.attack))
    }
    let isOther = !isEngaged || isLeaving || next != followed
    (self.shape, followed, isEngaged, isLeaving) = (shape, next, true, false)
    if isOther { goDeep() }
  }

  /// Takes the ducker's peak of the chunk before.
  @_noLocks
  mutating func hear(_ peak: Float, duck: GainRamp) {
    guard !isLeaving else {
      leave(duck)
      return
    }
    if peak >= shape.threshold {
      if !isHeard { goDeep() }
    } else if isHeard && duck.isSettled && depth.isSettled {
      // A duck on the way to the floor gets there first, and then holds.
      isHeard = false
      let (release, hold) = (Int(clamping: shape.release), Int(clamping: shape.hold))
      depth.retarget(0, overFrames: release, afterFrames: hold)
    }
  }

  /// Multiplies `curve` by the factor of each of the next `frames` frames, and returns the last of
  /// them.
  @_noLocks
  mutating func multiply(
    into curve: UnsafeMutablePointer<Float>,
    duck: inout GainRamp,
    frames: Int
  ) -> Float {
    var factor: Float = 1
    for frame in 0..<frames {
      let floor = duck.next()
      let shallow = max(floor, idle.next())
      let share = 1 - depth.next()
      factor = floor + share * (shallow - floor)
      unsafe curve[frame] *= factor
    }
    return factor
  }

  /// Lets time go by.
  @_noLocks
  mutating func skip(frames: Int) {
    guard isEngaged else { return }
    idle.skip(frames: frames)
    depth.skip(frames: frames)
  }

  @_noLocks
  private mutating func goDeep() {
    isHeard = true
    depth.retarget(1, overFrames: Int(clamping: shape.attack))
  }

  /// Ends where the factor is the duck's gain: at once with a duck that goes back to 1, else after
  /// an attack.
  @_noLocks
  private mutating func leave(_ duck: GainRamp) {
    if duck.isUnity || (isHeard && depth.isSettled) {
      isEngaged = false
    } else if duck.target != 1 && !isHeard {
      goDeep()
    }
  }
}
