// SPDX-License-Identifier: Apache-2.0
// A group that is up: its gain in the mixer, and how its user has left it.

import RenderCore
package import RigModel

/// A group of the running rig.
///
/// > Threading: Control.
package final class LiveGroup {
  /// What the preset says.
  var preset: Group
  /// The same with fader and mute as the user has left them.
  package internal(set) var group: Group
  let gain = SharedGainNode()

  init(_ group: Group) {
    (preset, self.group) = (group, group)
  }

  /// Has what users have set, and the rest as the preset has it.
  func take(_ user: UserValues, keeping kept: inout UserValues) {
    group = user.laid(over: preset, GroupValue.all, at: preset.name, keeping: &kept)
  }
}
