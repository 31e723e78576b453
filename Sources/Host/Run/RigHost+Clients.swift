// SPDX-License-Identifier: Apache-2.0
// Programs that are sessions themselves: a connection owns one, and its end is the program's.

import ControlProtocol
import ControlServer
import ControlTower
import JACKDriver
import Presets
import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// The commands of programs about the session that their connection owns.
  nonisolated func addClientCommands(to table: inout CommandTable) {
    table.on(ClientOpenRequest.self) { request, client throws(ControlError) in
      try await self.answering { () async throws(RigError) in
        try await self.open(request, by: client)
      }
    }
    table.on(ClientRecordPermissionRequest.self) { _, client throws(ControlError) in
      try await self.answering { () async throws(RigError) in
        .init(granted: try await self.mayRecord(client))
      }
    }
    table.onClose { client in await self.close(client) }
    addClientVerbs(to: &table)
  }

  private nonisolated func addClientVerbs(to table: inout CommandTable) {
    table.on(ClientStateRequest.self) { _, client throws(ControlError) in
      try await self.act(client) { _ throws(RigError) in nil }
    }
    table.on(ClientSetCategoryRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in
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
      try await self.act(client) { id throws(RigError) in
        .setMode(id, try word(request.mode, of: "mode"))
      }
    }
    table.on(ClientSetActiveRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in
        request.isActive
          ? .activate(id) : .deactivate(id, notifyingOthers: request.notifyOthers ?? false)
      }
    }
    table.on(ClientSetPreferencesRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in
        for case .input(let uid?) in request.preferences {
          _ = try clientName(uid, of: "the input")
        }
        return .setPreferences(id, request.preferences.map(Preference.init))
      }
    }
    table.on(ClientOverrideOutputRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in
        .overrideOutput(id, request.port == .speaker ? .speaker : .none)
      }
    }
    table.on(ClientSetPlayingRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in .setPlaying(id, request.isPlaying) }
    }
    table.on(ClientSetOutputMutedRequest.self) { request, client throws(ControlError) in
      try await self.act(client) { id throws(RigError) in .setOutputMuted(id, request.isMuted) }
    }
  }

  /// Puts what a program wants to the tower, and answers its session's new state.
  private func act(
    _ client: ClientID,
    _ event: @Sendable (SessionID) throws(RigError) -> TowerEvent?
  ) async throws(ControlError) -> ClientState {
    do throws(RigError) {
      let conductor = try runningConductor()
      let id = try session(of: client)
      if let event = try event(id) { try conductor.handle(event) }
      return try state(of: id, conductor)
    } catch {
      throw ControlError(error)
    }
  }

  private nonisolated func answering<Reply>(
    _ body: () async throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    do throws(RigError) { return try await body() } catch { throw ControlError(error) }
  }

  private func session(of client: ClientID) throws(RigError) -> SessionID {
    guard let id = owners[client] else {
      throw .data("This connection has no session; send \(ClientOpenRequest.method) first.")
    }
    return id
  }

  // MARK: Coming and going

  /// Makes a connection the owner of a session of the preset, or of a guest.
  private func open(
    _ request: ClientOpenRequest,
    by client: ClientID
  ) async throws(RigError) -> ClientOpenRequest.Reply {
    try await changes.during { () async throws(RigError) in
      try await self.makeOwner(request, client)
    }
  }

  private func makeOwner(
    _ request: ClientOpenRequest,
    _ client: ClientID
  ) async throws(RigError) -> ClientOpenRequest.Reply {
    let conductor = try runningConductor()
    if let id = owners[client] { return try reply(id, conductor) }
    let name = request.session ?? request.program
    for text in [name, request.program] { _ = try clientName(text, of: "the program") }
    let id = SessionID(name)
    if rig.sessions.contains(where: { $0.name == name }), !owners.values.contains(id) {
      owners[client] = id
      return try reply(id, conductor)
    }
    guard request.session == nil else {
      _ = try conductor.find(name)
      throw .refused("The session '\(name)' belongs to another program.")
    }
    let guest = Session.guest(of: request.program, besides: conductor.live.rig)
    owners[client] = guest.configuration.id
    do throws(RigError) {
      guests.append(guest)
      try await become(rig, conductor)
    } catch {
      guests.removeAll { $0.name == guest.name }
      owners[client] = nil
      throw error
    }
    return try reply(guest.configuration.id, conductor)
  }

  private func reply(
    _ id: SessionID,
    _ conductor: RigConductor
  ) throws(RigError) -> ClientOpenRequest.Reply {
    .init(session: id.name, state: try state(of: id, conductor))
  }

  /// Releases everything that a program had, once its connection has ended (ACT-17).
  private func close(_ client: ClientID) async {
    guard let id = owners[client] else { return }
    answerWaiting(for: id, false)
    // Its sound fades at once, whatever else goes on.
    self.conductor?.quit(id)
    await changes.during {
      guard let conductor = self.conductor, !self.isStopping else { return }
      conductor.quit(id)
      if self.guests.contains(where: { $0.configuration.id == id }) {
        self.guests.removeAll { $0.configuration.id == id }
        self.owners[client] = nil
        do throws(RigError) {
          try await self.become(self.rig, conductor)
        } catch {
          self.report(error.message)
        }
      } else {
        await self.wait {
          conductor.live.session(id)?.gate.isSilent != false || !self.link.driver.isActive
        }
        conductor.takeBack(id)
        self.owners[client] = nil
      }
    }
  }

  /// Asks the user whether a program may record; waits for his answer, and for nothing else.
  private func mayRecord(_ client: ClientID) async throws(RigError) -> Bool {
    let conductor = try runningConductor()
    let id = try session(of: client)
    let permission = conductor.tower.session(id)?.recordPermission ?? .denied
    try conductor.handle(.requestRecordPermission(id))
    guard permission == .undetermined else { return permission == .granted }
    return await withCheckedContinuation { waitingForPermission[id, default: []].append($0) }
  }

  private func state(
    of id: SessionID,
    _ conductor: RigConductor
  ) throws(RigError) -> ClientState {
    guard let state = conductor.clientState(of: id, latencies(of: id, conductor)) else {
      throw .refused("The session '\(id.name)' is not there any more.")
    }
    return state
  }

  /// How long sound takes from its input to the session, and from the session to where it is heard.
  private func latencies(
    of id: SessionID,
    _ conductor: RigConductor
  ) -> (input: Seconds, output: Seconds) {
    guard let route = conductor.tower.session(id)?.route else { return (.zero, .zero) }
    func longest(_ ports: [PortID], _ latency: (Int) -> Int?) -> Seconds {
      let frames = ports.compactMap { port -> Int? in
        conductor.stage.channels[.route(port.name, channel: 0)].flatMap(latency)
      }
      return FrameCount(frames.max() ?? 0).seconds(at: conductor.sampleRate)
    }
    return (
      longest(route.inputs) { self.link.driver.captureLatency(input: $0)?.longest.value },
      longest(route.outputs) { self.link.driver.playbackLatency(output: $0)?.longest.value }
    )
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
      }
  }
}
