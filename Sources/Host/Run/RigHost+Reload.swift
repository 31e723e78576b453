// SPDX-License-Identifier: Apache-2.0
// From the rig that runs to another one, without a gap for what stays.

import ControlProtocol
import InstalledPlugins
import JACKDriver
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import SoundFiles

extension RigHost {
  /// Becomes another preset; one with mistakes leaves everything as it was.
  func reload(_ preset: String?) async throws(RigError) {
    try await changes.during { () async throws(RigError) in
      let conductor = try runningConductor()
      let path =
        try preset.map { path throws(RigError) in try clientPath.resolve(path) } ?? rig.file
      let renewed = try await read(path)
      if let guest = guests.first(where: { guest in
        renewed.sessions.contains { $0.name == guest.name }
      }) {
        throw .data(
          "'\(guest.name)' is a program's session at the moment, so no preset can have it."
        )
      }
      let added = renewed.recordings.filter { !rig.recordings.contains($0) }
      try await become(renewed, conductor)
      for recording in added { record(recording, conductor) }
      report("Reloaded \(renewed.file).")
      publish(.rig(.reloaded(preset: renewed.file)))
    }
  }

  /// Reads a preset, and what the plugins in it say of themselves, in the workshop.
  private func read(_ path: String) async throws(RigError) -> Rig {
    let (world, dangerous) = (world, options.dangerous)
    let rig = try await Workshop.shared.perform { () throws(RigError) in
      try readPreset(path, world: world, refusing: dangerous)
    }
    guard let rig else { throw .unavailable("\(path) can't be read: the disk does not answer.") }
    return rig
  }

  /// Becomes `preset` with the guests that there are; a failure leaves everything as it was.
  ///
  /// To be done as a change.
  func become(_ preset: Rig, _ conductor: RigConductor) async throws(RigError) {
    var renewed = preset
    renewed.sessions += guests
    let change = try await prepareChange(to: renewed, conductor)
    let channels = try addPorts(of: change, conductor)
    changes.phase = .committing
    await commit(change, of: renewed, channels, conductor)
    rig = preset
    // It is the other rig now; JACK, which may take its time, is to hear of it.
    await link.removeOthers(than: conductor.live.ports).performed()
    await wait { !self.isConnecting }
    await connect(conductor)
  }

  /// Lets what is to go fade away, and puts what is new in its place.
  private func commit(
    _ change: RigChange,
    of renewed: Rig,
    _ channels: [PortKey: Int],
    _ conductor: RigConductor
  ) async {
    conductor.silence(change)
    let silentCycle = link.driver.cycles + cycles(conductor, for: HostTimes.release)
    await wait {
      let areSendsSilent = change.leavingSends.isEmpty || self.link.driver.cycles >= silentCycle
      return !self.link.driver.isActive || (areSendsSilent && conductor.isSilent(change))
    }
    presence = RoutePresence(of: renewed.routes)
    presence.look(at: link.driver.presentPorts(), client: link.driver.clientName)
    let outcome = conductor.commit(change, channels: channels, present: presence.present)
    outcome.refused.forEach(report)
    await settle(conductor)
    outcome.ended.forEach { complete($0, conductor) }
  }

  /// Prepares a change; the rig goes on and answers meanwhile.
  private func prepareChange(
    to renewed: Rig,
    _ conductor: RigConductor
  ) async throws(RigError) -> RigChange {
    try MemoryRoom.require()
    let change = try await conductor.prepareChange(to: renewed)
    try await awaitProcesses(of: change.sessions)
    // The server may have come back with another rate meanwhile, or the end.
    guard try runningConductor() === conductor else {
      throw .busy("The rig has been made anew meanwhile; try again.")
    }
    return change
  }

  private func record(_ recording: Recording, _ conductor: RigConductor) {
    do throws(RigError) {
      try conductor.recorders.start(of: recording.subject, to: recording.file)
    } catch {
      report(error.message)
    }
  }

  /// Completes the file of a recording that nobody has asked to end, and says so.
  func complete(_ recording: LiveRecording, _ conductor: RigConductor) {
    do throws(RigError) {
      try conductor.recorders.finish(recording)
      let file = recording.recorder.path
      report("The recording of '\(recording.subject)' has ended; it is in \(file).")
    } catch {
      report("The recording of '\(recording.subject)' has ended: \(error.message)")
    }
  }

  /// Adds the ports that are new and returns all channels of the new rig; a failure leaves the old ports as they were.
  private func addPorts(
    of change: RigChange,
    _ conductor: RigConductor
  ) throws(RigError) -> [PortKey: Int] {
    let future = change.ports
    let present = conductor.live.ports
    do {
      try link.add(future)
      return link.channels(of: future)
    } catch {
      link.removeOthers(than: present).perform()
      try? link.add(present)
      conductor.stage.publish(
        channels: link.channels(of: present),
        blockFrames: conductor.stage.blockFrames
      )
      connectAtOnce(conductor)
      throw RigError(error)
    }
  }
}
