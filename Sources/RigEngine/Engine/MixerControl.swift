// SPDX-License-Identifier: Apache-2.0
// Every level of the rig: what the tower, the preset and the user want is joined here, and nowhere
// else.

import ControlTower
package import Quantities
import RenderCore
import RigErrors
package import RigModel

/// The levels of channels, sends, sources and routes, and which routes there are.
///
/// > Threading: Control.
package final class MixerControl: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl
  /// The routes that can be used, as the tower knows them.
  package var present: Set<String> { Set(towerControl.tower.ports.map(\.id.name)) }
  /// What users have set, beside what the tower keeps.
  package internal(set) var user = UserValues()
  /// The gain of all inputs.
  package internal(set) var inputGain = LinearGain.unity
  /// How long a mute or its end takes that the tower decides while a user turns the strip; `nil`
  /// while nobody does.
  var userMute: Seconds?

  init(_ context: EngineContext, _ towerControl: TowerControl) {
    self.context = context
    self.towerControl = towerControl
  }

  /// How long a user's fader, mute or cue takes.
  var fade: FrameCount { HostTimes.fader.frames(at: sampleRate) }

  /// The values of a channel's strip; whether its user has muted a session is kept by the tower.
  package func values(of channel: LiveChannel) -> StripValues {
    var values = channel.current.values
    if let state = towerControl.tower.session(channel.id) {
      values.isMuted = state.isMutedByUser
    }
    return values
  }

  /// Turns one knob of a channel's strip, unless the tower refuses it.
  func set(_ layer: GainLayer, to values: StripValues, of channel: LiveChannel) throws(RigError) {
    let isOther = values.isMuted != self.values(of: channel).isMuted
    if layer == .mute, channel.purpose.hasSeat, isOther {
      userMute = HostTimes.fader
      defer { userMute = nil }
      try towerControl.handle(.setMuted(channel.id, values.isMuted))
    }
    channel.current.values = values
    setLevel(layer, of: channel, over: ramp(of: channel, HostTimes.fader))
  }

  /// Turns a send of a channel.
  func set(_ send: Send, at index: Int, of channel: LiveChannel) {
    channel.current.sends[index] = send
    let frames = ramp(of: channel, HostTimes.fader)
    setSends(of: channel, over: frames, after: .zero) { $0.send == index }
  }

  /// Turns one knob of an output; the volume of one that is there is kept by the tower, which may
  /// refuse the change, and makes it.
  func set(_ layer: GainLayer, to values: Route, of route: LiveRoute) throws(RigError) {
    let name = route.route.name
    guard layer == .fader, present.contains(name) else {
      route.route = values
      return setLevel(layer, of: route, over: fade)
    }
    guard values.fader != route.route.fader else { return }
    try towerControl.handle(.setVolume(PortID(name), values.fader))
    // The tower sees no change where only a fade has moved the output meanwhile.
    setVolume(of: PortID(name), to: towerControl.tower.volume(of: PortID(name)) ?? values.fader)
  }

  /// Moves an output that is on its way to another volume; the tower hears of the volume at the
  /// end.
  func glide(_ route: LiveRoute, to fader: Decibels) {
    route.route.fader = fader
    setLevel(.fader, of: route, over: fade)
  }

  /// Sets every strip and route to its values, at once.
  package func setLevels() {
    for channel in live.channels { setLevels(of: channel, over: FrameCount(1)) }
    for route in live.routes { setLevels(of: route, over: FrameCount(1)) }
    GroupLevels(context: context).setAll(over: FrameCount(1), since: live)
  }

  /// Moves what stays to its new level, and sets what is new and silent still.
  func setLevels(since old: LiveRig) {
    for channel in live.channels {
      setLevels(of: channel, over: old.has(channel) ? fade : FrameCount(1))
    }
    for route in live.routes {
      let isKept = old.routes.contains { $0.bus === route.bus }
      setLevels(of: route, over: isKept ? fade : FrameCount(1))
    }
    // A channel that comes into a group, or leaves it, is silent still.
    GroupLevels(context: context).setAll(over: fade, since: old)
  }
}
