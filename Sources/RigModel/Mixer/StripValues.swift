// SPDX-License-Identifier: Apache-2.0
// The values of a strip.

public import Quantities

/// The values of a strip.
public struct StripValues: Hashable, Sendable {
  /// A fixed level before everything else in the strip.
  public var trim = Decibels.unity
  /// The user's fader.
  public var fader = Decibels.unity
  /// The balance, from −1 (left) over 0 (centre) to 1 (right).
  public var balance = 0.0
  /// Whether the strip is muted; for a session this is the initial state, which the tower keeps
  /// from then on.
  public var isMuted = false
  /// Whether the strip is sent to its `when: cue` sends.
  public var isCued = false

  /// Makes the default values.
  public init() {}
}
