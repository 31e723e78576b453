// SPDX-License-Identifier: Apache-2.0
// The platter of a deck: turned by its motor, backwards, or by a hand.

/// A platter that goes otherwise than forward at the rate of its deck.
///
/// A hand that holds it moves it by distances. The platter follows as a mass on a critically damped
/// spring, so that the steps of an encoder are not heard, and goes exactly as far as the hand. A
/// hand beside it adds its distances to what the motor does.
///
/// > Threading: Realtime.
struct Platter: BitwiseCopyable, Sendable {
  /// What a user does with a platter.
  struct Hold: BitwiseCopyable, Sendable {
    /// Whether a hand stops it.
    var isHeld = false
    /// Whether the motor turns it backwards.
    var isReversed = false
    /// How long it takes to follow a hand, and the motor, in frames.
    var inertia = 0.0

    @_noLocks
    init(isHeld: Bool = false, isReversed: Bool = false, inertia: Double = 0) {
      (self.isHeld, self.isReversed, self.inertia) = (isHeld, isReversed, inertia)
    }
  }

  private(set) var hold = Hold()
  /// Whether it goes otherwise than by its motor alone.
  private(set) var isApart = false
  /// How fast the motor and the hand turn it, in frames of the ring for each frame.
  private var motor = 0.0
  private var hand = 0.0
  /// How far the hand still has to move it.
  private var way = 0.0
  /// How much of it is heard: what hardly moves is silent.
  private(set) var loudness: Float = 1

  /// How far a hand may be ahead, in multiples of the inertia.
  private static var longestWay: Double { @_noLocks get { 400 } }
  /// Below which speed it gets more and more silent, and how fast that changes.
  private static var still: Double { @_noLocks get { 1 / 16 } }
  private static var hush: Float { @_noLocks get { 1 / 64 } }

  /// Whether a hand stops it.
  var isHeld: Bool { @_noLocks get { hold.isHeld } }

  /// Is held, or not, and moved on by so many frames, while the motor turns it at a speed.
  @_noLocks
  mutating func follow(_ hold: Hold, by distance: Double, motor speed: Double, isSilent: Bool) {
    if !isApart {
      (motor, hand, way) = (isSilent ? 0 : speed, 0, 0)
      isApart = true
    }
    if hold.isHeld, !self.hold.isHeld {
      // It comes to rest without going back.
      hand += motor
      way += motor * hold.inertia
    } else if !hold.isHeld, self.hold.isHeld {
      (motor, hand, way) = (hand, 0, 0)
    }
    self.hold = hold
    // Nothing is moved that is not heard.
    if isSilent, !hold.isHeld { return rest(speed) }
    let most = Self.longestWay * max(1, hold.inertia)
    way = min(max(way + distance, -most), most)
  }

  /// Goes as its motor does, unless a hand stops it: nothing is heard of it.
  @_noLocks
  mutating func rest(_ speed: Double) {
    guard isApart, !hold.isHeld else { return }
    (motor, hand, way, loudness) = (hold.isReversed ? -speed : speed, 0, 0, 1)
    isApart = hold.isReversed
  }

  /// How far it goes with the next frame, while its motor would turn it at `speed`.
  @_noLocks
  mutating func next(_ speed: Double, most: Double) -> Double {
    let stiffness = 1 / max(1, hold.inertia)
    hand += stiffness * (stiffness * way - 2 * hand)
    let beside = hold.isHeld ? 0 : motor
    hand = min(max(hand, -most - beside), most - beside)
    way -= hand
    if hold.isHeld { return hand }
    let wanted = hold.isReversed ? -speed : speed
    let step = min(max(wanted - motor, -stiffness), stiffness)
    motor += step
    if motor == wanted, abs(hand) < 1e-6, abs(way) < 1e-4 {
      (hand, way) = (0, 0)
      isApart = hold.isReversed || loudness < 1
    }
    return min(max(motor + hand, -most), most)
  }

  /// Notes how far it has really gone, which is less where nothing is left.
  @_noLocks
  mutating func note(_ way: Double, of wanted: Double) {
    if way != wanted, hold.isHeld { self.way += wanted - way }
    let heard = Float(min(1, abs(way) / Self.still))
    loudness += min(max(heard - loudness, -Self.hush), Self.hush)
  }
}
