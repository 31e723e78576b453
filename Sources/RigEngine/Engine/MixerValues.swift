// SPDX-License-Identifier: Apache-2.0
// All values of the mixer by their paths, as a preset has them and as users have set them: what a
// rig remembers.

import ControlTower
package import ControlTree
import RigModel

extension Rig {
  /// What the mixer says when nobody has turned it, by path; without volumes of outputs, which have
  /// a memory of their own.
  ///
  /// How interrupters are turned is not among it: an alarm that somebody turned down yesterday must
  /// be heard today.
  package var mixerValues: [String: TreeValue] {
    var all: [String: TreeValue] = [:]
    func add<Owner>(_ owner: Owner, _ table: [MixerValue<Owner>], _ path: String) {
      for value in table { all[value.path(of: path)] = value.treeValue(in: owner) }
    }
    for (purpose, channel) in channels where purpose.isRemembered {
      add(channel.values, purpose.values, channel.name)
      for index in channel.sends.indices {
        let path = channel.sends.path(of: index, from: channel.name)
        add(channel.sends[index], SendValue.all, path)
      }
    }
    for route in routes where route.direction == .output {
      add(route, route.rememberedValues, route.name)
    }
    for group in groups { add(group, GroupValue.all, group.name) }
    add(crossfader, CrossfaderValue.all, RigPath.Branch.crossfader.path())
    return all
  }
}

extension LiveChannel.Purpose {
  /// Whether what users turn in its mixer is remembered.
  fileprivate var isRemembered: Bool {
    switch self {
    case .session, .bus, .systemSounds: true
    case .interrupter, .ring, .output: false
    }
  }
}

extension Route {
  /// What users set at an output, beside its volume, which the tower keeps by category.
  var rememberedValues: [RouteValue] { values.filter { $0.layer != .fader } }
}

extension UserValues {
  /// What users have set in the mixer of a rig, mutes of sessions too, which the tower keeps.
  package init(of engine: Engine) {
    self = engine.mixer.user
    for session in engine.live.sessions {
      set(
        StripValue.mute.path(of: session.name),
        to: .toggle(engine.mixer.values(of: session).isMuted),
        preset: .toggle(session.preset.values.isMuted)
      )
    }
  }
}
