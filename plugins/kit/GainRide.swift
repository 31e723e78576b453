// SPDX-License-Identifier: Apache-2.0
// A gain that goes down and up again in straight lines of decibels.

/// The gain of a gate or a ducker: down towards a depth and up again, each way in a time of its
/// own.
///
/// How far down it is, it counts in whole numbers: sums of them have no rounding errors, so that
/// times are exact to the frame.
///
/// > Threading: Realtime; made by Control.
package struct GainRide {
  /// Where it goes for the whole depth; 0 is untouched.
  package static var whole: Int { @_noLocks get { 1 << 40 } }

  private var place = 0
  private var down = GainRide.whole
  private var up = GainRide.whole
  private var depth: Ramp
  /// The gain at the whole depth.
  private var deepest: Float = 1
  /// Octaves for each decibel, with one's place.
  private static var scale: Float { @_noLocks get { -1 / (Decibels.perOctave * Float(1 << 40)) } }

  /// A ride that is untouched; a new depth is taken along 10 ms.
  package init(rate: Double) {
    depth = Ramp(0, seconds: 0.01, rate: rate)
  }

  /// Puts it at a place from 0, where nothing is touched, to `whole`.
  @_noLocks
  package mutating func reset(to place: Int) { self.place = place }

  /// Takes a depth in dB, and how many frames the whole way takes down and up.
  ///
  /// - Parameters:
  ///   - depth: by how many dB the sound is turned down.
  ///   - gain: the factor at the whole depth: that many dB, or 0 for silence.
  ///   - down: the frames of the way down.
  ///   - up: the frames of the way up.
  ///   - jumps: whether the depth is taken at once.
  @_noLocks
  package mutating func set(depth: Float, gain: Float, down: Double, up: Double, jumps: Bool) {
    self.depth.go(to: depth, jumps: jumps)
    deepest = gain
    self.down = GainRide.step(down)
    self.up = GainRide.step(up)
  }

  /// Rounded up: the whole way is behind it after that many frames, not one later.
  @_noLocks
  private static func step(_ frames: Double) -> Int {
    Int(clamping: Double(GainRide.whole) / max(Libm.roundUp(frames - 1e-6), 1)) &+ 1
  }

  /// By how much the last frame was turned down, in dB.
  @inline(__always)
  package var reduction: Float {
    @_noLocks get { depth.value * (Float(place) / Float(GainRide.whole)) }
  }

  /// The one gain of all frames to come while the place is `target`; `nil` while it moves.
  @inline(__always)
  @_noLocks
  package func gain(standingAt target: Int) -> Float? {
    guard place == target, depth.isSettled else { return nil }
    return standing
  }

  private var standing: Float {
    @_noLocks get {
      if place == 0 { return 1 }
      if place == GainRide.whole { return deepest }
      return Fast.exp2(depth.value * GainRide.scale * Float(place))
    }
  }

  /// Writes the gains of the frames from `start` to `end`, on the way to `target`, from 0 to
  /// `whole`.
  @_noLocks
  package mutating func write(_ gains: Samples, from start: Int, to end: Int, towards target: Int) {
    var index = start
    while index < end, place != target || !depth.isSettled {
      place = place < target ? min(target, place &+ down) : max(target, place &- up)
      gains[index] = depth.next() * GainRide.scale * Float(place)
      index &+= 1
    }
    var moved = start
    while moved < index {
      gains[moved] = Fast.exp2(gains[moved])
      moved &+= 1
    }
    guard index < end else { return }
    let gain = standing
    while index < end {
      gains[index] = gain
      index &+= 1
    }
  }
}
