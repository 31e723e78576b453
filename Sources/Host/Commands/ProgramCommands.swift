// SPDX-License-Identifier: Apache-2.0
// What programs may ask for about the session that their connection owns.

import ControlProtocol
import ControlServer
import ControlTower
import Presets
import Quantities
import RigEngine
import RigErrors

/// The commands of programs that are sessions themselves.
struct ProgramCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addVisits(to: &table)
    addCategory(to: &table)
    addWishes(to: &table)
  }

  private func addVisits(to table: inout CommandTable) {
    table.on(ClientOpenRequest.self) { request, client throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await open(request, by: client, host)
      }
    }
    table.on(ClientRecordPermissionRequest.self) { _, client throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        .init(granted: try await mayRecord(client, host))
      }
    }
    table.onLeave { client in await leave(client, host) }
    table.onClose { client in await close(client, host) }
  }

  private func addCategory(to table: inout CommandTable) {
    table.on(ClientStateRequest.self) { _, client throws(ControlError) in
      try await act(client) { _ throws(RigError) in nil }
    }
    table.on(ClientSetCategoryRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in
        try .setCategory(
          id,
          request.category,
          mode: request.mode,
          options: request.options,
          policy: request.policy
        )
      }
    }
    table.on(ClientSetModeRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in
        .setMode(id, try word(request.mode, of: "mode"))
      }
    }
    table.on(ClientSetActiveRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in
        request.isActive
          ? .activate(id) : .deactivate(id, notifyingOthers: request.notifyOthers ?? false)
      }
    }
  }

  private func addWishes(to table: inout CommandTable) {
    table.on(ClientSetPreferencesRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in
        for case .input(let uid?) in request.preferences {
          _ = try clientName(uid, of: "the input")
        }
        return .setPreferences(id, request.preferences.map(Preference.init))
      }
    }
    table.on(ClientOverrideOutputRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in
        .overrideOutput(id, request.port == .speaker ? .speaker : .none)
      }
    }
    table.on(ClientSetPlayingRequest.self) { request, client throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in
        let id = try host.programs.session(of: client)
        // The session's players start or stop with the program.
        try engine.players.setPlaying(try engine.find(id.name), request.isPlaying)
        return try state(of: id, engine, on: host.server)
      }
    }
    table.on(ClientSetOutputMutedRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in .setOutputMuted(id, request.isMuted) }
    }
    table.on(ClientSetInputMutedRequest.self) { request, client throws(ControlError) in
      try await act(client) { id throws(RigError) in .setInputMuted(id, request.isMuted) }
    }
  }

  /// Puts a program's request to the tower, and returns its session's new state.
  private func act(
    _ client: ClientID,
    _ event: @Sendable (SessionID) throws(RigError) -> TowerEvent?
  ) async throws(ControlError) -> ClientState {
    try await host.answer { host, engine throws(RigError) in
      let id = try host.programs.session(of: client)
      if let event = try event(id) { try engine.towerControl.ask(event) }
      return try state(of: id, engine, on: host.server)
    }
  }

  /// Everything that a program may read about its session.
  func state(
    of id: SessionID,
    _ engine: Engine,
    on server: AudioServer
  ) throws(RigError) -> ClientState {
    let latencies = server.link.latencies(of: id, engine)
    guard let state = engine.clientState(of: id, latencies) else {
      throw .refused("The session '\(id.name)' is not there any more.")
    }
    return state
  }
}

extension Preference {
  fileprivate init(_ wish: ClientSetPreferencesRequest.Preference) {
    self =
      switch wish {
      case .ioBufferDuration(let seconds): .ioBufferDuration(seconds.map { Seconds($0) })
      case .sampleRate(let hertz): .sampleRate(hertz.map { SampleRate(hertz: $0) })
      case .inputChannels(let count): .inputChannels(count)
      case .outputChannels(let count): .outputChannels(count)
      case .inputGain(let value): .inputGain(value)
      case .input(let uid): .input(uid.map { PortID($0) })
      case .noInterruptionsFromSystemAlerts(let isOn): .noInterruptionsFromSystemAlerts(isOn)
      case .interruptionOnRouteDisconnect(let isOn): .interruptionOnRouteDisconnect(isOn)
      case .systemSoundsDuringRecording(let isOn): .systemSoundsDuringRecording(isOn)
      }
  }
}
