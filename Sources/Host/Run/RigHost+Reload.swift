// SPDX-License-Identifier: Apache-2.0
// Changes the running rig to another one, without a gap for what stays.

import AudioBackend
import ControlProtocol
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel
import Synchronization

extension RigHost {
  /// Loads another preset; one with mistakes leaves everything as it was.
  func reload(_ preset: String?, keepsPages: Bool = false) async throws(RigError) {
    try await changes.during { () async throws(RigError) in
      let engine = try runningEngine()
      feed.service.tellReloading()
      defer { feed.service.tellReloaded() }
      let path =
        try preset.map { path throws(RigError) in try clientPath.resolve(path) } ?? rig.file
      try maker.project?.requireOwn(path)
      let renewed = try await maker.read(path, after: engine.live.rig.leftOut)
      try programs.check(renewed)
      if keepsPages, let loss = doors.lossOfPages(with: renewed.surfaces) {
        throw RigError(.refused, loss)
      }
      let added = renewed.recordings.filter { recording in
        !rig.recordings.contains(recording)
          || engine.live.rig.goes(without: .recording, of: recording.subject)
      }
      let before = hangs
      hangs = KnownHangs()
      do throws(RigError) {
        try await engine.players.lookForReplacements()
        try await become(renewed, engine)
        engine.players.goOverToReplacements()
      } catch {
        hangs.contained.formUnion(before.contained)
        throw error
      }
      if server.adopt(rig) {
        report("What the preset wants of JACK counts when the rig starts it the next time.")
      }
      for recording in added {
        do throws(RigError) { try await record(recording, engine) } catch { report(error.message) }
      }
      await doors.adopt(rig.surfaces, of: self)
      await doors.midi.adopt(present(rig), isReload: true, of: self)
      maker.noteUp(renewed)
      report("Reloaded \(renewed.file).")
      feed.publish(.rig(.reloaded(preset: renewed.file)))
    }
  }

  /// A preset together with the present guests and learned bindings; sessions that have held the
  /// rig up run where they can't.
  func present(_ preset: Rig) -> Rig {
    var rig = preset
    rig.sessions += programs.guests
    rig.midiMap = doors.midi.learned.withLock { $0.completing(preset.midiMap) }
    return rig.containing(hangs.contained)
  }

  /// Changes the rig to `preset` with the present guests; a failure leaves everything as it was.
  ///
  /// It must run as a change in the `ChangeQueue`.
  func become(_ preset: Rig, _ engine: Engine) async throws(RigError) {
    let renewed = present(preset)
    let change = try await prepareChange(to: renewed, engine)
    let channels = try wiring.addPorts(of: change, engine)
    changes.commit()
    await commit(change, of: renewed, channels, engine)
    rig = preset
    // The rig has changed; JACK, which may take its time, hears of it now.
    await wiring.removeOldPorts(engine)
    await wait { !self.wiring.isConnecting }
    await wiring.connect(engine)
  }

  /// Fades out what is to go, and puts the new parts in its place.
  private func commit(
    _ change: RigChange,
    of renewed: Rig,
    _ channels: [PortKey: Int],
    _ engine: Engine
  ) async {
    engine.silence(change)
    let driver = server.driver
    let silentCycle = driver.cycles + server.cycles(for: HostTimes.release, of: engine)
    await wait {
      let hasFaded = !change.isFading || driver.cycles >= silentCycle
      return !driver.isActive || (hasFaded && engine.isSilent(change))
    }
    let present = wiring.look(atRoutes: renewed.routes)
    let outcome = engine.commit(change, channels: channels, present: present)
    outcome.refused.forEach(report)
    await settle(engine)
    for recording in outcome.ended { await complete(recording, engine) }
  }

  /// Prepares a change; the rig goes on and answers meanwhile.
  private func prepareChange(
    to renewed: Rig,
    _ engine: Engine
  ) async throws(RigError) -> RigChange {
    try MemoryRoom.requireForChange()
    var change = try await engine.prepareChange(to: renewed)
    var without: [(session: String, reason: RigError)] = []
    try await awaitProcesses(of: change.channels) { session, reason throws(RigError) in
      guard engine.live.rig.hasStandIn(for: session) else { throw reason }
      without.append((session, reason))
    }
    for (session, reason) in without { change.leaveOut(.graph, of: session, because: reason) }
    // Meanwhile the server may have come back with another rate, or the rig may have been stopped.
    guard try runningEngine() === engine else {
      throw .busy("The rig has been rebuilt meanwhile; try again.")
    }
    return change
  }
}
