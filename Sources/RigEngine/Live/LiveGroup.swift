// SPDX-License-Identifier: Apache-2.0
// A group that is up: its gain in the mixer, and how its user has left it.

package import Presets
import RenderCore

/// A group of the running rig.
///
/// > Threading: Control.
package final class LiveGroup {
  /// What the preset says.
  private var preset: Group
  /// The same with fader and mute as the user has left them.
  package internal(set) var group: Group
  let gain = SharedGainNode()

  init(_ group: Group) {
    preset = group
    self.group = group
  }

  /// Takes over a changed preset; what it leaves as it was stays as the user has left it.
  func adopt(_ other: Group) {
    let (before, user) = (preset, group)
    (preset, group) = (other, other)
    keep(user, since: before)
  }

  /// Takes over what the user has set in a group that this one replaces.
  func keepUserValues(of other: LiveGroup) {
    keep(other.group, since: other.preset)
  }

  private func keep(_ user: Group, since before: Group) {
    for value in GroupValue.all { value.keep(user, since: before, in: &group) }
  }
}
