// SPDX-License-Identifier: Apache-2.0
// How a session ducks others.

package import Quantities

/// How far and how fast a ducking session ducks others.
package struct Duck: Hashable, Sendable {
  /// The level of the others while this session is active.
  package var level: Decibels
  /// How long the others take to go down.
  package var attack: Seconds
  /// How long the others stay down after this session has become inactive.
  package var hold: Seconds
  /// How long the others then take to come back.
  package var release: Seconds
  /// Whether this session starts to sound only when the others are down.
  package var startsAfterAttack: Bool
  /// Lets the others come up while this session is active and silent; `nil` keeps them down.
  package var sidechain: Sidechain?

  /// The default duck: 12 dB down in 0.1 s, back in 0.6 s.
  package static let standard = Duck(
    level: Decibels(-12),
    attack: Seconds(0.1),
    release: Seconds(0.6)
  )

  /// Describes a duck.
  package init(
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
package struct Sidechain: Hashable, Sendable {
  /// The level above which the session counts as sounding.
  package var threshold: Decibels
  /// The level of the others while it does not sound; between the duck's level and 0 dB.
  package var idle: Decibels

  /// Describes a side chain.
  package init(threshold: Decibels, idle: Decibels) {
    self.threshold = threshold
    self.idle = idle
  }
}
