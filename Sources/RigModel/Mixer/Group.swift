// SPDX-License-Identifier: Apache-2.0
// A gain that several channels share.

package import Quantities

/// A group of sessions and buses with one fader and one mute (a VCA): it has no sound of its own.
package struct Group: Hashable, Sendable {
  /// The name, unique in the rig.
  package var name: String
  /// The sessions and buses, by name.
  package var members: [String] = []
  /// The fader of all members, in addition to their own.
  package var fader = Decibels.unity
  /// Whether all of them are muted.
  package var isMuted = false

  /// Makes a group without members.
  package init(name: String) {
    self.name = name
  }
}
