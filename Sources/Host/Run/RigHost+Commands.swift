// SPDX-License-Identifier: Apache-2.0
// What clients may ask for: one table, whatever the transport.

import ControlProtocol
import ControlServer
import ControlTower
import Glibc
import JACKDriver
import Presets
import RenderCore
import RigEngine
import RigErrors

extension RigHost {
  /// The commands of a running rig.
  nonisolated func makeCommands(stop: @escaping @Sendable () -> Void) -> CommandTable {
    var table = CommandTable()
    addRigCommands(to: &table, stop: stop)
    addSessionCommands(to: &table)
    addSoundCommands(to: &table)
    addPluginCommands(to: &table)
    addOperatorCommands(to: &table)
    addTransportCommands(to: &table)
    addTowerCommands(to: &table)
    addClientCommands(to: &table)
    return table
  }

  private nonisolated func addRigCommands(
    to table: inout CommandTable,
    stop: @escaping @Sendable () -> Void
  ) {
    table.on(ServerInfoRequest.self) { _ throws(ControlError) in await self.info() }
    table.on(StatusRequest.self) { _ throws(ControlError) in
      try await self.answer { host, conductor throws(RigError) in
        host.status(conductor)
      }
    }
    table.on(ReloadRequest.self) { request throws(ControlError) in
      do throws(RigError) {
        try await self.reload(request.preset)
        return Done()
      } catch {
        throw ControlError(error)
      }
    }
    table.on(StopRequest.self) { _ throws(ControlError) in
      stop()
      return Done()
    }
    table.on(ResetCountersRequest.self) { _ throws(ControlError) in
      try await self.answer { host, conductor throws(RigError) in
        host.link.resetXruns()
        conductor.controller.processor.cycles.reset()
        return Done()
      }
    }
  }

  private nonisolated func addSessionCommands(to table: inout CommandTable) {
    table.on(SessionListRequest.self) { _ throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in conductor.sessionStatuses() }
    }
    table.on(SessionShowRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        conductor.status(of: try conductor.find(request.session))
      }
    }
    table.on(ActivateRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        let session = try conductor.find(request.session)
        try conductor.players.perform(.activate, on: session)
        return conductor.status(of: session)
      }
    }
    table.on(DeactivateRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        let session = try conductor.find(request.session)
        let id = session.session.configuration.id
        try conductor.handle(.deactivate(id, notifyingOthers: request.notifyOthers ?? true))
        return conductor.status(of: session)
      }
    }
    table.on(InterruptBeginRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        try conductor.handle(.interrupterBegan(try interrupter(request.interrupter)))
        return conductor.sessionStatuses()
      }
    }
    table.on(InterruptEndRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        let interrupter = try interrupter(request.interrupter)
        try conductor.handle(.interrupterEnded(interrupter, shouldResume: request.shouldResume))
        return conductor.sessionStatuses()
      }
    }
  }

  private nonisolated func addSoundCommands(to table: inout CommandTable) {
    table.on(SetRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        try conductor.values.set(request.path, to: request.value) { path throws(RigError) in
          try ClientPath.check(path)
          guard let folder = request.folder, !path.hasPrefix("/") else { return path }
          return "\(folder)/\(path)"
        }.status
      }
    }
    table.on(GetRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        try conductor.values.parameters(at: request.path).map(\.status)
      }
    }
    table.on(PlayerRequest.self) { request throws(ControlError) in
      try await self.answer { _, conductor throws(RigError) in
        let action = PlayerAction(request.action)
        let (session, index) = try conductor.players.control(
          request.session,
          source: request.source,
          action
        )
        return conductor.sourceStatus(of: session, at: index)
      }
    }
    table.on(RecordStartRequest.self) { request throws(ControlError) in
      try await self.answer { host, conductor throws(RigError) in
        let file = try host.recordingFile(request.file)
        return conductor.status(of: try conductor.recorders.start(of: request.subject, to: file))
      }
    }
    table.on(RecordStopRequest.self) { request throws(ControlError) in
      do throws(RigError) {
        return try await self.stopRecording(request.subject)
      } catch {
        throw ControlError(error)
      }
    }
  }

  /// Lets `body` answer on the actor, once the rig is up.
  func answer<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost, RigConductor) throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    do throws(RigError) {
      return try body(self, try runningConductor())
    } catch {
      throw ControlError(error)
    }
  }

  func runningConductor() throws(RigError) -> RigConductor {
    guard let conductor else {
      throw .busy("The rig is still starting; try again in a moment.")
    }
    guard !isStopping else {
      throw .refused("The rig is being stopped.")
    }
    return conductor
  }

  /// What the paths of clients mean.
  var clientPath: ClientPath { ClientPath(besidePreset: rig.file) }

  /// The file of a recording that a client asks for.
  private func recordingFile(_ path: String) throws(RigError) -> String {
    try (rig.recordingsFolder.map(ClientPath.init(within:)) ?? clientPath).resolve(path)
  }

  /// Ends a recording; its file is complete when this returns.
  func stopRecording(_ subject: String) async throws(RigError) -> RecordingStatus {
    let conductor = try runningConductor()
    let recording = try conductor.recorders.detach(subject)
    await settle(conductor)
    try conductor.recorders.finish(recording)
    return conductor.status(of: recording)
  }

  private func info() -> ServerInfoRequest.Reply {
    ServerInfoRequest.Reply(
      version: tarmacVersion,
      protocolVersion: controlProtocolVersion,
      pid: getpid(),
      name: options.name,
      preset: rig.file
    )
  }

  private func status(_ conductor: RigConductor) -> RigStatus {
    RigStatus(
      preset: rig.file,
      server: link.status(of: server, isLost: conductor.tower.isServerLost),
      routes: conductor.routeStatuses(connections: link.connections),
      sessions: conductor.sessionStatuses(),
      recordings: conductor.recorders.running.map(conductor.status),
      interrupters: conductor.tower.activeInterrupters.map(\.rawValue),
      switches: conductor.switchesStatus(),
      render: conductor.renderStatus()
    )
  }
}

func interrupter(_ name: String) throws(RigError) -> Interrupter {
  guard let interrupter = Interrupter(rawValue: name) else {
    let known = Interrupter.allCases.map(\.rawValue).joined(separator: ", ")
    throw .data("There is no interrupter '\(name)'; there are \(known).")
  }
  return interrupter
}

extension ControlError.Code {
  /// What a kind of failure is on the socket.
  fileprivate init(_ kind: RigError.Kind) {
    self =
      switch kind {
      case .usage, .data: .invalidParams
      case .unavailable, .refused: .refused
      case .busy: .busy
      case .inputOutput, .system: .failed
      case .software: .internalError
      }
  }
}

extension ControlError {
  init(_ error: RigError) {
    self.init(
      code: Code(error.kind),
      message: error.message,
      rule: error.rule,
      sessionCode: error.sessionCode
    )
  }
}
