// SPDX-License-Identifier: Apache-2.0
// Every level of the rig: what the tower, the preset and the user want is joined here, and nowhere else.

import ControlTower
package import Presets
package import Quantities
import RenderCore
import RigErrors

/// The levels of sessions, sends, sources and routes, and which routes there are.
///
/// > Threading: Control.
package final class MixerControl: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl
  /// The routes that can be used, as the tower has been told.
  package var present: Set<String> { Set(towerControl.tower.ports.map(\.id.name)) }
  /// The gain of all inputs.
  package internal(set) var inputGain = LinearGain.unity

  init(_ context: EngineContext, _ towerControl: TowerControl) {
    self.context = context
    self.towerControl = towerControl
  }

  /// How long a user's fader, mute or cue takes.
  var fade: FrameCount { HostTimes.fader.frames(at: sampleRate) }

  /// What the knobs of a session's strip say; whether its user has muted it the tower knows.
  package func values(of session: LiveSession) -> StripValues {
    var values = session.session.values
    if let state = towerControl.tower.session(session.preset.configuration.id) {
      values.isMuted = state.isMutedByUser
    }
    return values
  }

  /// Whether the tower decides about it; interrupters and system sounds are as their users and presets say.
  func isSession(_ session: LiveSession) -> Bool { live.session(session.name) === session }

  /// Turns the knobs of a session's strip, unless the tower refuses it.
  func set(_ values: StripValues, of session: LiveSession) throws(RigError) {
    if isSession(session), values.isMuted != self.values(of: session).isMuted {
      try towerControl.handle(.setMuted(session.preset.configuration.id, values.isMuted))
    }
    session.session.values = values
    setLevels(of: session, over: ramp(of: session, HostTimes.fader))
  }

  /// Turns a send of a session.
  func set(_ send: Send, at index: Int, of session: LiveSession) {
    session.session.sends[index] = send
    setLevels(of: session, over: ramp(of: session, HostTimes.fader))
  }

  /// Turns an output, unless the tower refuses it; the volume of one that is there the tower keeps, and says what it is.
  func set(_ values: Route, of route: LiveRoute) throws(RigError) {
    let (name, fader) = (route.route.name, route.route.fader)
    route.route = values
    if values.fader != fader, present.contains(name) {
      route.route.fader = fader
      try towerControl.handle(.setVolume(PortID(name), values.fader))
    }
    setLevels(of: route, over: fade)
  }

  /// Turns an output that is on its way to another volume, which the tower is told where it ends.
  func glide(_ route: LiveRoute, to fader: Decibels) {
    route.route.fader = fader
    setLevels(of: route, over: fade)
  }

  /// Sets every strip and route to its values, at once.
  package func setLevels() {
    for session in live.strips { setLevels(of: session, over: FrameCount(1)) }
  }

  /// Moves what stays to its new level, and sets what is new and silent still.
  func setLevels(since old: LiveRig) {
    for session in live.strips {
      setLevels(of: session, over: old.has(session) ? fade : FrameCount(1))
    }
  }
}
