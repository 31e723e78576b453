// SPDX-License-Identifier: Apache-2.0
// Effects on the rig itself: volumes, cycles, buses of interrupters, system sounds, connections.

import Quantities

extension Transaction {
  /// The effects on what all sessions share.
  var rigEffects: [TowerEffect] {
    volumeEffects + hardwareEffects + ringEffects + interrupterEffects + soundEffects
  }

  /// The effects on connections between sessions.
  var connectionEffects: [TowerEffect] {
    let closed = before.connections.filter { old in
      old.isOpen
        && !state.connections.contains { $0.from == old.from && $0.to == old.to && $0.isOpen }
    }
    let opened = state.connections.filter { new in
      new.isOpen
        && !before.connections.contains { $0.from == new.from && $0.to == new.to && $0.isOpen }
    }
    return closed.map { connection in
      let isMeasuring = state.session(connection.to)?.configuration.mode == .measurement
      return TowerEffect(
        .send(connection.from, to: connection.to, isOpen: false),
        Explanation(isMeasuring ? .meas01 : .iaaA1)
      )
    }
      + opened.map { TowerEffect(.send($0.from, to: $0.to, isOpen: true), Explanation(.iaa01)) }
  }

  private var volumeEffects: [TowerEffect] {
    state.appliedVolumes.keys.sorted().compactMap { port in
      guard let level = state.appliedVolumes[port], level != before.appliedVolumes[port] else {
        return nil
      }
      return TowerEffect(.setVolume(port, level), Explanation(state.volumeRule(of: port)))
    }
  }

  private var hardwareEffects: [TowerEffect] {
    var effects: [TowerEffect] = []
    if let duration = state.appliedIOBufferDuration, duration != before.appliedIOBufferDuration,
      duration != state.hardware?.ioBufferDuration
    {
      effects.append(TowerEffect(.setIOBufferDuration(duration), Explanation(.pref14)))
    }
    if !state.isServerLost, state.appliedInputGain != before.appliedInputGain {
      effects.append(TowerEffect(.setInputGain(state.appliedInputGain), Explanation(.ancPref01)))
    }
    return effects
  }

  private var interrupterEffects: [TowerEffect] {
    Interrupter.allCases.compactMap { interrupter in
      let lasts = state.sounds(interrupter)
      guard lasts != before.sounds(interrupter) else { return nil }
      return TowerEffect(.soundInterrupter(interrupter, lasts), Explanation(.int04))
    }
  }

  private var ringEffects: [TowerEffect] {
    Interrupter.allCases.compactMap { interrupter in
      let rings = state.isHeardRinging(interrupter)
      guard rings != before.isHeardRinging(interrupter) else { return nil }
      return TowerEffect(.soundRing(interrupter, rings), Explanation(.intA8))
    }
  }

  private var soundEffects: [TowerEffect] {
    let (old, new) = (before.systemSoundSilencing, state.systemSoundSilencing)
    guard (old == nil) != (new == nil), let reason = new ?? old else { return [] }
    return [TowerEffect(.silenceSystemSounds(new != nil), reason)]
  }
}

extension TowerState {
  /// Whether the bus of an interrupter is open.
  fileprivate func sounds(_ interrupter: Interrupter) -> Bool {
    isHeard(interrupter) && !isServerLost
  }
}
