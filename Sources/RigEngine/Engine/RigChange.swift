// SPDX-License-Identifier: Apache-2.0
// From the rig that is up to another one: what stays, what goes, what comes.

import ControlTower
import LV2Hosting
import Quantities
package import RenderCore
package import RigErrors
package import RigModel

/// A change of the rig that has been prepared: all that can fail has been done.
///
/// What the new preset leaves as it was stays as the user has left it.
package struct RigChange {
  private(set) var rig: Rig
  let routes: [LiveRoute]
  /// The channels of the new rig, old ones that stay among them.
  package let channels: [LiveChannel]
  /// The groups of the new rig, old ones that stay among them.
  let groups: [LiveGroup]
  /// Channels whose sound ends, or pauses for another configuration; to be silent before the new
  /// plan is adopted.
  let silenced: [LiveChannel]
  /// What the players of channels that stay are to be, where the preset says something else of
  /// them.
  let players: [ObjectIdentifier: [LivePlayer?]]
  /// Sends that end while their channel stays; to be silent as well.
  package let leavingSends: [SendNode]
  /// Outputs that stay and go through something else from now on; to be silent meanwhile.
  let regraphed: [LiveRoute]

  /// Notes what the rig that it leads to goes without.
  package mutating func leaveOut(
    _ kind: Absence.Kind,
    of owner: String,
    because error: RigError
  ) {
    rig.leaveOut(kind, of: owner, because: error)
  }

  /// Whether anything fades that does not say when it is silent.
  package var isFading: Bool { !leavingSends.isEmpty || !regraphed.isEmpty }

  /// The rig that it leads to.
  var live: LiveRig {
    LiveRig(rig: rig, routes: routes, channels: channels, groups: groups)
  }

  /// All ports that the new rig needs; channels that stay don't know yet of what is new in them.
  package var ports: [PortGroup] {
    routes.map(\.ports) + rig.channels.flatMap(\.channel.ports) + rig.controlPorts
  }
}

/// What a change has led to.
package struct RigChangeOutcome {
  /// A sentence for each session that the tower refused.
  package var refused: [String] = []
  /// Recordings whose subject is gone; to be completed once the renderer has let go of them.
  package var ended: [LiveRecording] = []
}

extension Engine {
  /// Prepares to become `rig`; a failure leaves everything as it was.
  ///
  /// What is slow is done on the background queue; the control thread goes on meanwhile, but for
  /// other changes.
  package nonisolated(nonsending) func prepareChange(
    to rig: Rig
  ) async throws(RigError) -> RigChange {
    let before = live
    plugins.builder.tracks = live.tracks(for: rig)
    defer { plugins.builder.tracks = [:] }
    var players: [ObjectIdentifier: [LivePlayer?]] = [:]
    // What could not be brought up before need not come up now.
    let (rig, channels) = try await StandIns.bringUp(rig, mayStandIn: before.rig.hasStandIn) {
      channel,
      purpose async throws(RigError) in
      let old = before.channel(purpose)
      try old?.checkCuePoints(of: channel)
      let successor = try await self.successor(of: old, channel, as: purpose, in: rig)
      if successor === old, !successor.keepsPlayers(as: channel) {
        players[ObjectIdentifier(successor)] = try await self.plugins.makePlayers(
          of: channel,
          inPlaceOf: successor
        )
      }
      return successor
    }
    let routes = rig.routes.map { route in
      let old = live.route(route.name)
      return old?.hasSameShape(as: route) == true ? old ?? LiveRoute(route) : LiveRoute(route)
    }
    let after = LiveRig(rig: rig, routes: routes, channels: channels)
    let kept = after.sendTargets(alsoIn: live)
    let staying = zip(channels, rig.channels.map(\.channel)).filter { live.has($0.0) }
    let ending = Set(live.rig.sessionsDecidedAgain(as: rig).map(\.name))
    return RigChange(
      rig: rig,
      routes: routes,
      channels: channels,
      groups: rig.groups.map { group in
        live.groups.first { $0.group.name == group.name } ?? LiveGroup(group)
      },
      silenced: live.channels.filter { old in
        players[ObjectIdentifier(old)] != nil || live.isRegrouped(old.name, in: rig)
          || (old.purpose.hasSeat && ending.contains(old.name))
          || !staying.contains { $0.0 === old }
      },
      players: players,
      leavingSends: staying.flatMap {
        $0.sendsLeaving(for: $1, places: SendPlaces(of: rig), routes: kept)
      },
      regraphed: routes.filter { live.has($0) && live.goesElsewhere($0, among: channels) }
    )
  }

  /// The live channel that is there already, if it can go on, or a new one.
  private nonisolated(nonsending) func successor(
    of old: LiveChannel?,
    _ channel: Channel,
    as purpose: LiveChannel.Purpose,
    in rig: Rig
  ) async throws(RigError) -> LiveChannel {
    let isSameVoice =
      rig.voiceProcessing == live.rig.voiceProcessing || !channel.sources.contains(where: \.isInput)
    // A process that could not run may run by now.
    let isAskedAgain = live.rig.hasStandIn(for: channel.name) && !channel.graph.nodes.isEmpty
    if let old, isSameVoice, !isAskedAgain, old.hasSameSound(as: channel) { return old }
    let isFitting = old?.keepsPlayers(as: channel) == true && old?.hasOutgrownPlayers == false
    let players = isFitting ? old?.players : nil
    let made = try await plugins.make(channel, as: purpose, reusing: players, in: rig)
    if let old { await plugins.moveStates(to: made, from: old) }
    return made
  }

  /// Lets what ends fall silent; `isSilent` says when all but the leaving sends is.
  package func silence(_ change: RigChange) {
    let release = HostTimes.release.frames(at: sampleRate)
    controller.together {
      for channel in change.silenced {
        channel.gate.isLeaving = true
        let isWanted = channel.gate.isWanted
        if channel.gate.isSounding || channel.gate.reopens { gates.close(channel) }
        channel.gate.isWanted = isWanted
      }
      for send in change.leavingSends { controller.ramp(send.level, to: .silence, over: release) }
      for route in change.regraphed { controller.ramp(route.bus.gate, to: .silence, over: release) }
    }
  }

  /// Whether all channels that end are silent and their graphs are not called any more; nobody
  /// tells that of what `isFading`.
  package func isSilent(_ change: RigChange) -> Bool {
    change.silenced.allSatisfy(\.gate.isSilent)
  }

  /// Becomes the new rig, once what ends is silent; `channels` are the driver's for the new ports.
  package func commit(
    _ change: RigChange,
    channels: [PortKey: Int],
    present: Set<String>
  ) -> RigChangeOutcome {
    controller.together { takeOver(change, channels: channels, present: present) }
  }

  private func takeOver(
    _ change: RigChange,
    channels: [PortKey: Int],
    present: Set<String>
  ) -> RigChangeOutcome {
    let old = live
    var outcome = RigChangeOutcome()
    outcome.ended = recorders.running.filter { !change.covers($0.subject, since: old) }.compactMap {
      try? recorders.detach($0.subject)
    }
    let renewed = old.rig.sessionsDecidedAgain(as: change.rig)
    let before = tower
    for id in change.goneSessions(since: old) + renewed.map(\.seat.configuration.id) {
      // The tower knows every live session.
      try? handle(.removed(id))
    }
    let sync = live.sync
    context.live = change.live
    context.live.sync = sync
    for channel in live.channels { channel.gate.isLeaving = false }
    for (channel, values) in zip(change.channels, change.rig.channels) {
      let before = old.channel(channel.purpose)
      take(values.channel, into: channel, before: before, in: change, since: old)
    }
    for session in renewed { live.session(session.name).map(reset) }
    for (group, values) in zip(change.groups, change.rig.groups) { group.preset = values }
    for (route, values) in zip(change.routes, change.rig.routes) {
      if old.has(route) {
        route.adopt(values)
      } else if let before = old.route(values.name) {
        route.keepVolume(of: before)
      }
    }
    for (before, after) in live.rig.channels(alsoIn: old.rig) {
      mixer.user.follow(before, as: after)
      tree.followFades(of: before, as: after)
    }
    mixer.user = live.take(mixer.user)
    context.publish(channels: channels, blockFrames: context.blockFrames)
    // What fades goes on from where it is, and not from where it ends.
    tree.settleFades()
    meters.forgetAll()
    takePolicy(since: old)
    let edits = PresetEdits(engine: self, old: old)
    edits.takeVolumes()
    takeTargets(since: old, renewed: renewed)
    let changed = edits.takeBehaviours(renewed: renewed)
    transport.take(since: old.rig.transport)
    mixer.setPresent(present)
    mixer.setLevels(since: old)
    outcome.refused = welcome(change, renewed: renewed, since: old, before)
    takeMutes(since: old)
    edits.takeSidechains()
    connectSessions(since: old, decidedAgain: renewed + changed)
    sounds.continueOthers(change.silenced, since: old)
    let attack = HostTimes.attack.frames(at: sampleRate)
    for route in change.regraphed { controller.ramp(route.bus.gate, to: .unity, over: attack) }
    for session in live.sessions { players.report(session) }
    return outcome
  }
}

extension LiveRig {
  func has(_ channel: LiveChannel) -> Bool {
    channels.contains { $0 === channel }
  }

  func has(_ route: LiveRoute) -> Bool {
    routes.contains { $0 === route }
  }

  /// Whether a channel that stays is in other groups of another rig: their gains would jump.
  func isRegrouped(_ name: String, in other: Rig) -> Bool {
    rig.groups(of: name) != other.groups(of: name)
  }

  /// Whether the sound of an output goes through something else among other channels.
  fileprivate func goesElsewhere(_ route: LiveRoute, among others: [LiveChannel]) -> Bool {
    OutputGraph.allCases.contains { place in
      let purpose = LiveChannel.Purpose.output(route.route.name, place)
      return channel(purpose) !== others.first { $0.purpose == purpose }
    }
  }
}

extension RigChange {
  /// Whether what is recorded under this name goes on as it is.
  fileprivate func covers(_ subject: String, since old: LiveRig) -> Bool {
    if let session = old.session(subject) { return channels.contains { $0 === session } }
    return routes.contains { $0.route.name == subject && old.has($0) }
  }
}
