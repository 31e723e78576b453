// SPDX-License-Identifier: Apache-2.0
// A gain that several channels share.

public import Quantities

/// A group of sessions and buses with one fader and one mute (a VCA): it has no sound of its own.
public struct Group: Hashable, Sendable {
  /// The name, unique in the rig.
  public var name: String
  /// The sessions and buses, by name.
  public var members: [String] = []
  /// The fader of all members, in addition to their own.
  public var fader = Decibels.unity
  /// Whether all of them are muted.
  public var isMuted = false

  /// Makes a group without members.
  public init(name: String) {
    self.name = name
  }
}
