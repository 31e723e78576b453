// SPDX-License-Identifier: Apache-2.0
// A group that is up: its gain in the mixer, and how its user has left it.

package import Presets
import RenderCore

/// A group of the running rig.
///
/// > Threading: Control.
package final class LiveGroup {
  var values: KeptValues<Group>
  /// What the preset says, with fader and mute as the user has left them.
  package var group: Group { values.current }
  let gain = SharedGainNode()

  init(_ group: Group) {
    values = KeptValues(group, GroupValue.all)
  }
}
