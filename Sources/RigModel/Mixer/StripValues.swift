// SPDX-License-Identifier: Apache-2.0
// The values of a strip.

package import Quantities

/// The values of a strip.
package struct StripValues: Hashable, Sendable {
  /// A fixed level before everything else in the strip.
  package var trim = Decibels.unity
  /// The user's fader.
  package var fader = Decibels.unity
  /// The balance, from −1 (left) over 0 (centre) to 1 (right).
  package var balance = 0.0
  /// Whether the strip is muted; for a session this is the initial state, which the tower keeps
  /// from then on.
  package var isMuted = false
  /// Whether the strip is sent to its `when: cue` sends.
  package var isCued = false
  /// The side of the crossfader that the strip is assigned to.
  package var side = Crossfader.Side.thru

  /// Makes the default values.
  package init() {}
}
