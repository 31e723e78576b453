// SPDX-License-Identifier: Apache-2.0
// The steps of a change of the rig, each about one kind of thing.

import ControlTower
import LV2Hosting
import Quantities
import RenderCore
import RigErrors
import RigModel

extension RigChange {
  func goneSessions(since old: LiveRig) -> [SessionID] {
    let names = Set(rig.sessions.map(\.name))
    return old.rig.sessions.filter { !names.contains($0.name) }.map(\.seat.configuration.id)
  }
}

extension Rig {
  /// The sessions of another rig that are in this one by name, and that ask the tower for something
  /// that it has to decide again.
  func sessionsDecidedAgain(as other: Rig) -> [Session] {
    other.sessions.filter { after in
      sessions.contains {
        $0.name == after.name && !$0.seat.configuration.goesOn(as: after.seat.configuration)
      }
    }
  }
}

extension SessionConfiguration {
  /// Whether a session goes on with another configuration: what the host does on its behalf may
  /// differ, but for how it begins.
  func goesOn(as other: SessionConfiguration) -> Bool {
    var lasting = self
    lasting.behaviour = other.behaviour
    return lasting == other
      && behaviour.startsInForeground == other.behaviour.startsInForeground
      && behaviour.recordPermission == other.behaviour.recordPermission
  }
}

extension LiveRig {
  /// The sessions that were there before and were not renewed, as they were and as they are.
  func sessionsThatStay(
    since old: LiveRig,
    renewed: [Session] = []
  ) -> [(before: Session, after: Session)] {
    let renewed = Set(renewed.map(\.name))
    return rig.sessions.compactMap { session in
      guard !renewed.contains(session.name),
        let before = old.rig.session(session.name)
      else { return nil }
      return (before, session)
    }
  }
}

extension Engine {
  func take(
    _ values: Channel,
    into channel: LiveChannel,
    before: LiveChannel?,
    in change: RigChange,
    since old: LiveRig
  ) {
    let (sources, former) = ((before ?? channel).preset.sources, (before ?? channel).players)
    defer {
      players.follow(channel, since: sources)
      for edit in channel.preset.sources.players(since: sources) {
        if let before = former[edit.place] {
          players.keepHand(of: before, edit.index, of: channel)
        }
      }
    }
    if old.has(channel) {
      plugins.setControls(of: channel, to: values)
      if let made = change.players[ObjectIdentifier(channel)] {
        channel.players = channel.taking(made, for: values)
      }
      let kept = live.sendTargets(alsoIn: old)
      channel.adopt(values, places: SendPlaces(of: live.rig), routes: kept)
    } else if let before {
      // A new graph under an old name takes the old one's place in the mix.
      channel.players = before.taking(channel.players, for: values)
      setStrip(of: channel, as: before.settings)
      plugins.keepValues(of: before, in: channel)
    }
  }

  /// Undoes what the tower has done to a strip, for a session that is added to it again.
  func reset(_ session: LiveChannel) {
    setStrip(of: session, as: StripSettings())
  }

  /// Tells the tower, which was `tower` before, of the sessions that come, and of those that ask
  /// for something else now.
  func welcome(
    _ change: RigChange,
    renewed: [Session],
    since old: LiveRig,
    _ tower: ControlTower
  ) -> [String] {
    var refused: [String] = []
    for (session, preset) in zip(live.sessions, change.rig.sessions) {
      let id = session.id
      let before = old.session(session.name)
      let isRenewed = renewed.contains { $0.name == session.name }
      let state = isRenewed ? tower.session(id) : nil
      let wasActive = before == nil ? preset.seat.startsActive : state?.isActive == true
      let isOther = before !== session || change.players[ObjectIdentifier(session)] != nil
      // A reload does not count as pressing play.
      let isHeld = tower.session(id).map { $0.isPaused && !$0.isPausedByUser } ?? false
      if isOther { players.start(session, isHeld: isHeld) }
      if before == nil || isRenewed {
        refused += welcome(session.name) { () throws(RigError) in
          try towerControl.add(preset, isMuted: state?.isMutedByUser)
          if session.isLive || session.isMixed, state?.isPaused == true {
            try handle(.playersChanged(id, arePlaying: false))
            session.settings.isHeld = isHeld
          }
          if wasActive { try handle(.activate(id)) }
        }
      }
      let isRegrouped = old.isRegrouped(session.name, in: change.rig)
      if isOther || isRegrouped, !isRenewed { join(session) }
    }
    return refused
  }

  /// Tells the tower of sessions that the new preset mutes, or does not mute any more; others stay
  /// as their users left them.
  func takeMutes(since old: LiveRig) {
    for (before, after) in live.sessionsThatStay(since: old)
    where before.channel.values.isMuted != after.channel.values.isMuted {
      tell(.setMuted(after.seat.configuration.id, after.channel.values.isMuted))
    }
  }

  /// Tells the tower what the rig's owner has decided, if that has changed.
  func takePolicy(since old: LiveRig) {
    if live.rig.policy != old.rig.policy { tell(.setRigPolicy(live.rig.policy)) }
  }

  /// Tells the tower of sessions that are sent elsewhere now; renewed ones it knows already.
  func takeTargets(since old: LiveRig, renewed: [Session]) {
    for (before, after) in live.sessionsThatStay(since: old, renewed: renewed)
    where before.channel.sendTargets != after.channel.sendTargets {
      tell(.setTargets(after.seat.configuration.id, after.channel.sendTargets))
    }
  }

  /// Parts sessions that do not hear each other any more, and joins those that do from now on.
  func connectSessions(since old: LiveRig, decidedAgain: [Session]) {
    let (before, after) = (old.rig.connectionEvents, live.rig.connectionEvents)
    for case .connect(let from, let id) in before where !after.contains(.connect(from, to: id)) {
      // A session that has left has taken its connections along.
      try? handle(.disconnect(from, from: id))
    }
    for case .connect(let from, let id) in after {
      let isOpen = decidedAgain.contains { [from, id].contains($0.seat.configuration.id) }
      if isOpen || !before.contains(.connect(from, to: id)) { tell(.connect(from, to: id)) }
    }
  }

  /// Lets a new strip under an old name sound as the tower has decided for that name.
  func join(_ session: LiveChannel) {
    guard let state = tower.session(session.id), !session.gate.isSounding
    else { return }
    if state.isSounding {
      gates.open(session, after: .zero)
    } else {
      feeds.settle(session)
    }
  }
}
