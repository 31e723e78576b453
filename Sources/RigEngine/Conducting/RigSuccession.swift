// SPDX-License-Identifier: Apache-2.0
// From a rig to the same one at another sample rate: everything is made anew, nothing is forgotten.

import LV2Hosting
import Presets
import Quantities
import RenderCore
import SoundFiles

extension RigConductor {
  /// Takes the place of `old`, which has the same rig: with its decisions, the user's values and the places in files.
  package func succeed(_ old: RigConductor) {
    tower = old.tower
    (decisions, hooks, present, inputGain) = (old.decisions, old.hooks, old.present, old.inputGain)
    (permissions, tempo) = (old.permissions, old.tempo)
    let folder = try? TemporaryFolder()
    movedStates = folder
    for (route, before) in zip(live.routes, old.live.routes) { route.keepUserValues(of: before) }
    for (session, before) in zip(live.sessions, old.live.sessions) {
      session.keepUserValues(of: before)
      setStrip(of: session, as: before.settings)
      if let isolated = session.isolated, let old = before.isolated {
        isolated.succeed(old)
      } else if let folder {
        moveStates(to: session, from: before, through: folder.path)
      }
      setControls(of: session, as: before)
      for index in session.players.indices { setPlayer(index, of: session, as: before) }
      startPlayers(of: session)
      join(session)
    }
    for (bus, before) in zip(live.buses, old.live.buses) {
      bus.session.settings = before.session.settings
      silence(bus.session, before.session.settings.isSilenced)
      for index in bus.session.players.indices {
        setPlayer(index, of: bus.session, as: before.session)
      }
      startPlayers(of: bus.session)
      if before.session.isSounding { open(bus.session, after: .zero) }
    }
  }

  /// All that plugins remember; one that refuses has its controls at least.
  private func moveStates(
    to session: LiveSession,
    from before: LiveSession,
    through folder: String
  ) {
    for (place, (plugin, old)) in zip(session.plugins, before.plugins).enumerated() {
      for (number, (new, old)) in zip(plugin.instances, old.instances).enumerated() {
        let path = "\(folder)/\(session.name).\(place).\(number)"
        guard let old = old as? LV2Instance, let new = new as? LV2Instance,
          (try? old.saveState(to: path)) != nil
        else { continue }
        try? new.restoreState(from: path)
        try? new.ask(parameter: nil)
        // Files are links in the folder now; the plugin shall know them where they are.
        let files = old.parameters.filter { $0.value.type == .path }
        for (uri, value) in files.merging(old.unheardParameters, uniquingKeysWith: { $1 }) {
          try? new.set(parameter: uri, to: value)
        }
      }
    }
  }

  private func setControls(of session: LiveSession, as before: LiveSession) {
    for (plugin, old) in zip(session.plugins, before.plugins) {
      for (new, old) in zip(plugin.instances, old.instances) {
        for port in new.controls(.input) {
          guard let value = old.value(ofControl: port.symbol) else { continue }
          new.setControl(port.symbol, to: value, through: controller)
        }
      }
    }
  }

  private func setPlayer(_ index: Int, of session: LiveSession, as before: LiveSession) {
    guard let player = session.players[index], let old = before.players[index] else { return }
    session.players[index]?.cuePoint = old.cuePoint
    session.players[index]?.isPlaying = old.isPlaying
    session.players[index]?.hasEnded = old.hasEnded
    // Where it has been there is a place.
    guard let ring = try? player.file.makeRing(at: old.position) else { return }
    controller.exchangeRing(of: player.node, with: ring)
  }
}
