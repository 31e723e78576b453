// SPDX-License-Identifier: Apache-2.0
// What sounds outside the session rules: interrupters and system sounds.

import ControlTower
import Quantities
import RenderCore
import RigModel

/// Plays the sounds of interrupters and of the system.
///
/// > Threading: Control.
struct RigSounds: EnginePart {
  let context: EngineContext
  let gates: ChannelGates
  let mixer: MixerControl
  let players: PlayerControl

  /// Opens the bus of an interrupter while it rings or lasts; its files are heard from their
  /// beginning.
  func sound(_ purpose: LiveChannel.Purpose, _ isOn: Bool) {
    guard let bus = live.channel(purpose) else { return }
    guard isOn else { return gates.close(bus) }
    for index in bus.players.indices {
      guard let player = bus.players[index],
        case .player(let values) = bus.current.sources[index].kind
      else { continue }
      players.restart(index, of: bus, at: player.cuePoint, plays: values.startsPlaying)
    }
    gates.open(bus, after: .zero)
  }

  /// Plays a system sound from its beginning; one that is not in the preset is none.
  func playSystemSound(_ name: String) {
    guard let bus = live.channel(.systemSounds),
      let index = bus.current.sources.firstIndex(where: { $0.name == name })
    else { return hooks.complain("There is no system sound '\(name)' in the preset.") }
    players.restart(index, of: bus, at: .zero, plays: true)
  }

  func silenceSystemSounds(_ isOn: Bool) {
    guard let bus = live.channel(.systemSounds) else { return }
    mixer.silence(bus, isOn)
  }

  /// Lets channels sound again that no session plays and that a change of the rig has silenced, and
  /// new ones if the old ones in their place did.
  func continueOthers(_ silenced: [LiveChannel], since old: LiveRig) {
    for channel in live.channels {
      let before = old.channel(channel.purpose)
      guard before !== channel || silenced.contains(where: { $0 === before }) else { continue }
      switch channel.purpose {
      case .session: continue
      case .systemSounds, .bus, .output: gates.open(channel)
      case .interrupter, .ring: if before?.gate.isWanted == true { sound(channel.purpose, true) }
      }
    }
  }
}
