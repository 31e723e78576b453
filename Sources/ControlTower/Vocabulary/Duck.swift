// SPDX-License-Identifier: Apache-2.0
// How a session ducks others.

public import Quantities

/// How far and how fast a ducking session ducks others.
public struct Duck: Hashable, Sendable {
  /// The level of the others while this session is active.
  public var level: Decibels
  /// How long the others take to go down.
  public var attack: Seconds
  /// How long the others stay down after this session has become inactive.
  public var hold: Seconds
  /// How long the others then take to come back.
  public var release: Seconds
  /// Whether this session starts to sound only when the others are down.
  public var startsAfterAttack: Bool
  /// Lets the others come up while this session is active and silent; `nil` keeps them down.
  public var sidechain: Sidechain?

  /// The default duck: 12 dB down in 0.1 s, back in 0.6 s.
  public static let standard = Duck(
    level: Decibels(-12),
    attack: Seconds(0.1),
    release: Seconds(0.6)
  )

  /// Describes a duck.
  public init(
    level: Decibels,
    attack: Seconds,
    hold: Seconds = .zero,
    release: Seconds,
    startsAfterAttack: Bool = false,
    sidechain: Sidechain? = nil
  ) {
    self.level = level
    self.attack = attack
    self.hold = hold
    self.release = release
    self.startsAfterAttack = startsAfterAttack
    self.sidechain = sidechain
  }
}

/// How the level of a ducking session opens and closes its duck while it is active.
public struct Sidechain: Hashable, Sendable {
  /// The level above which the session counts as sounding.
  public var threshold: Decibels
  /// The level of the others while it does not sound; between the duck's level and 0 dB.
  public var idle: Decibels

  /// Describes a side chain.
  public init(threshold: Decibels, idle: Decibels) {
    self.threshold = threshold
    self.idle = idle
  }
}
