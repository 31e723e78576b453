// SPDX-License-Identifier: Apache-2.0
// How programs connect and leave, and what they may have to wait for.

import AudioBackend
import ControlProtocol
import ControlServer
import ControlTower
import RigEngine
import RigErrors
import RigModel

extension ProgramCommands {
  /// Makes a connection the owner of a session of the preset, or of a guest.
  func open(
    _ request: ClientOpenRequest,
    by client: ClientID,
    _ host: isolated RigHost
  ) async throws(RigError) -> ClientOpenRequest.Reply {
    try await host.changes.during { () async throws(RigError) in
      let engine = try host.runningEngine()
      let id = try await makeOwner(client, request, engine, host)
      host.programs.note(engine.observables(of: id), of: id)
      return .init(session: id.name, state: try state(of: id, engine, on: host.server))
    }
  }

  /// The session that a connection owns; makes it the owner of one if it owns none yet.
  private func makeOwner(
    _ client: ClientID,
    _ request: ClientOpenRequest,
    _ engine: Engine,
    _ host: isolated RigHost
  ) async throws(RigError) -> SessionID {
    let programs = host.programs
    try programs.checkIsThere(client)
    if let id = programs.session(ownedBy: client) { return id }
    let name = request.session ?? request.program
    for text in [name, request.program] { _ = try clientName(text, of: "the program") }
    let id = SessionID(name)
    if host.rig.sessions.contains(where: { $0.name == name }), programs.owner(of: id) == nil {
      programs.give(id, to: client)
      return id
    }
    guard request.session == nil else {
      _ = try engine.find(name)
      throw .refused("The session '\(name)' belongs to another program.")
    }
    let channels = try GuestChannels(
      played: request.playbackChannels ?? 2,
      captured: request.captureChannels ?? 0
    )
    let guest = Session.guest(of: request.program, channels, besides: engine.live.rig)
    programs.welcome(guest, of: client)
    do throws(RigError) {
      try await host.become(host.rig, engine)
    } catch {
      programs.forget(client)
      throw error
    }
    return guest.seat.configuration.id
  }

  /// Ends a program's pending requests and its sound at once when its connection has ended,
  /// whatever else goes on.
  func leave(_ client: ClientID, _ host: isolated RigHost) {
    host.programs.leave(client)
    if let id = host.programs.session(ownedBy: client) { host.engine?.quit(id) }
  }

  /// Releases everything that a program had, once no request of it is in work (ACT-17).
  func close(_ client: ClientID, _ host: isolated RigHost) async {
    host.programs.noteGone(client)
    guard let id = host.programs.session(ownedBy: client) else { return }
    await host.changes.during {
      guard let engine = host.engine, !host.changes.isClosed else { return }
      engine.quit(id)
      if host.programs.isGuest(id) {
        host.programs.forget(client)
        do throws(RigError) {
          try await host.become(host.rig, engine)
        } catch {
          host.report(error.message)
        }
      } else {
        let driver = host.server.driver
        await host.wait { engine.live.session(id)?.gate.isSilent != false || !driver.isActive }
        engine.takeBack(id)
        host.programs.forget(client)
      }
    }
  }

  /// Asks the user whether a program may record; waits for the answer, and for nothing else.
  func mayRecord(_ client: ClientID, _ host: isolated RigHost) async throws(RigError) -> Bool {
    let engine = try host.runningEngine()
    let id = try host.programs.session(of: client)
    let permission = engine.tower.session(id)?.recordPermission ?? .denied
    try engine.towerControl.ask(.requestRecordPermission(id))
    guard permission == .undetermined else { return permission == .granted }
    try host.programs.checkIsThere(client)
    return await host.programs.permission(of: id)
  }
}
