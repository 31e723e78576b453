// SPDX-License-Identifier: Apache-2.0
// Edits of a preset that change parts without making them again.

import ControlTower
import RigModel

/// Edits of a preset that reach parts which stay as they are.
///
/// > Threading: Control.
struct PresetEdits {
  let engine: Engine
  /// The rig before.
  let old: LiveRig

  /// Tells the tower of outputs to which the new preset gives another level than the old one.
  func takeVolumes() {
    for route in engine.live.routes where route.isOutput {
      let before = old.rig.routes.first { $0.name == route.route.name }
      guard let before, before.fader != route.preset.fader else { continue }
      for value in RouteValue.all where value.layer == .fader {
        engine.tree.stopFade(of: value.path(of: route.route.name))
      }
      let port = PortID(route.route.name)
      engine.towerControl.tell(.resetVolume(port, route.preset.fader))
      // A measurement keeps it at unity.
      engine.mixer.setVolume(of: port, to: engine.tower.volume(of: port) ?? route.preset.fader)
    }
  }

  /// Tells the tower of sessions that behave in another way now, and returns them; renewed ones it
  /// knows already.
  func takeBehaviours(renewed: [Session]) -> [Session] {
    let changed = engine.live.sessionsThatStay(since: old, renewed: renewed)
      .filter { $0.seat.configuration.behaviour != $1.seat.configuration.behaviour }.map(\.after)
    for session in changed {
      let configuration = session.seat.configuration
      engine.towerControl.tell(.setBehaviour(configuration.id, configuration.behaviour))
    }
    return changed
  }

  /// Lets sessions that are turned down follow the new strip of what turns them down.
  func takeSidechains() {
    for session in engine.live.sessions {
      guard let sidechain = session.settings.sidechain,
        engine.live.session(sidechain.ducker)?.strip !== old.session(sidechain.ducker)?.strip
      else { continue }
      engine.mixer.setSidechain(of: session, sidechain)
    }
  }
}
