// SPDX-License-Identifier: Apache-2.0
// What the knobs of a strip say.

public import Quantities

/// What the knobs of a strip say.
public struct StripValues: Hashable, Sendable {
  /// A fixed level before everything else in the strip.
  public var trim = Decibels.unity
  /// The user's fader.
  public var fader = Decibels.unity
  /// How far it leans to one side of an output, from −1 (left) over 0 (both alike) to 1 (right).
  public var balance = 0.0
  /// Whether the strip is muted; of a session, whether it is when it comes: from then on the tower
  /// knows.
  public var isMuted = false
  /// Whether the strip is sent to its `when: cue` sends.
  public var isCued = false

  /// All as it is when a preset says nothing.
  public init() {}
}
