// SPDX-License-Identifier: Apache-2.0
// From a rig to the same one at another sample rate: all is made again, nothing is forgotten.

import LV2Hosting
import Quantities
import RenderCore
import RigModel
import SoundFiles

extension Engine {
  /// Takes the place of `old`, which has the same rig: with its decisions, the user's values and
  /// the places in files.
  package func succeed(_ old: Engine) {
    towerControl.succeed(old.towerControl)
    context.succeed(old.context)
    context.live.sync = old.live.sync
    mixer.inputGain = old.mixer.inputGain
    transport.succeed(old.transport)
    tree.succeed(old.tree)
    for (route, before) in zip(live.routes, old.live.routes) { route.keepVolume(of: before) }
    mixer.user = live.take(old.mixer.user)
    tree.settleFades()
    for (session, before) in zip(live.sessions, old.live.sessions) {
      setStrip(of: session, as: before.settings)
      if let isolated = session.isolated, let old = before.isolated { isolated.succeed(old) }
      plugins.setControls(of: session, as: before)
      for index in session.players.indices { setPlayer(index, of: session, as: before) }
      players.start(session)
      join(session)
    }
    // By now it is known of all which session hears which.
    for session in live.sessions { feeds.settle(session) }
    // One of the two may go without something that the other one has.
    for channel in live.channels where !channel.purpose.hasSeat {
      guard let before = old.live.channel(channel.purpose) else {
        if channel.purpose.isAlwaysOpen { gates.open(channel) }
        continue
      }
      plugins.setControls(of: channel, as: before)
      channel.settings = before.settings
      mixer.silence(channel, before.settings.isSilenced)
      for index in channel.players.indices { setPlayer(index, of: channel, as: before) }
      players.start(channel)
      if before.gate.isSounding { gates.open(channel) }
    }
  }

  private func setPlayer(_ index: Int, of session: LiveChannel, as before: LiveChannel) {
    guard let player = session.players[index], let old = before.players[index] else { return }
    session.players[index]?.isPlaying = old.isPlaying
    players.keepHand(of: old, index, of: session)
    // A track that could not be opened again has left its place to the preset's file.
    guard player.file.path == old.file.path, player.track.track.isSame(as: old.track.track) else {
      return
    }
    session.players[index]?.cuePoint = old.cuePoint
    let turn = player.track.turn
    let loop = old.loop.map {
      PlayerLoop(start: $0.start, length: $0.length, turn: turn, isOn: $0.isOn)
    }
    session.players[index]?.setLoop = loop
    // Where it has been there is a place; a loop is played from its beginning on.
    let place = loop.flatMap { $0.isOn ? $0.start : nil } ?? old.position
    try? players.jump(index, of: session, to: place)
    session.players[index]?.hasEnded = old.hasEnded
  }
}
