// SPDX-License-Identifier: Apache-2.0
// What the operator may ask for: switches, ringing interrupters, routes, permissions, force.

import ControlProtocol
import ControlServer
import ControlTower
import RigEngine
import RigErrors
import RigModel
import Suggestions

/// The commands of the operator.
struct OperatorCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addInterrupters(to: &table)
    addSettings(to: &table)
    addForce(to: &table)
  }

  private func addInterrupters(to table: inout CommandTable) {
    table.on(InterruptRingRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.towerControl.ask(.interrupterRang(try interrupter(request.interrupter)))
        return engine.sessionStatuses()
      }
    }
    table.on(InterruptAcceptRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.towerControl.ask(.interrupterAccepted(try interrupter(request.interrupter)))
        return engine.sessionStatuses()
      }
    }
    table.on(InterruptDeclineRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.towerControl.ask(.interrupterDeclined(try interrupter(request.interrupter)))
        return engine.sessionStatuses()
      }
    }
  }

  private func addSettings(to table: inout CommandTable) {
    table.on(SwitchRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        if let name = request.operatorName { _ = try clientName(name, of: "the operator") }
        try engine.towerControl.ask(request.event)
        return engine.switchesStatus()
      }
    }
    table.on(RoutePickRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let direction: PortDirection = try word(request.direction, of: "direction")
        let route = try request.route.map { name throws(RigError) in
          PortID(try clientName(name, of: "the route"))
        }
        try engine.towerControl.ask(.pickRoute(direction, route))
        return engine.sessionStatuses()
      }
    }
    table.on(PermissionSetRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        let permission: RecordPermission = try word(request.permission, of: "permission")
        try engine.towerControl.ask(
          .setRecordPermission(session.id, permission)
        )
        return engine.status(of: session)
      }
    }
    table.on(SystemSoundRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let name = try clientName(request.name, of: "the sound")
        let known = engine.live.rig.systemSounds.files.keys.sorted()
        guard known.contains(name) else {
          let hint = Suggestion.among(known, for: name)
          throw .data("There is no system sound '\(name)' in the preset; \(hint)")
        }
        try engine.towerControl.ask(.systemSound(name))
        return Done()
      }
    }
  }

  private func addForce(to table: inout CommandTable) {
    table.on(ForegroundRequest.self) { request throws(ControlError) in
      try await tell(request.session) { .setForeground($0, request.isForeground) }
    }
    table.on(ForceRequest.self) { request throws(ControlError) in
      if request.action == .release { try await releaseHeld(request.session) }
      return try await tell(request.session) { id in
        switch request.action {
        case .deactivate: .forceDeactivate(id)
        case .interrupt: .forceInterrupt(id)
        case .release: .releaseInterrupt(id)
        }
      }
    }
    table.on(SetCategoryRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        let event = try TowerEvent.setCategory(
          session.id,
          request.category,
          mode: request.mode,
          options: request.options,
          policy: request.policy
        )
        try engine.towerControl.ask(event)
        return engine.status(of: session)
      }
    }
    table.on(OverrideOutputRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        let port: OutputOverride = try word(request.port, of: "port")
        try engine.towerControl.ask(.overrideOutput(session.id, port))
        return engine.status(of: session)
      }
    }
  }

  /// Lets the graph of an isolated session try again, if it is held; whether the tower holds the
  /// session is another matter.
  private func releaseHeld(_ name: String) async throws(ControlError) {
    try await host.answer { _, engine throws(RigError) in
      try engine.find(name).isolated?.release()
    }
  }

  /// Puts an event about a session to the tower, and returns the session's new state.
  private func tell(
    _ name: String,
    _ event: @Sendable (SessionID) -> TowerEvent
  ) async throws(ControlError) -> SessionStatus {
    try await host.answer { _, engine throws(RigError) in
      let session = try engine.find(name)
      try engine.towerControl.ask(event(session.id))
      return engine.status(of: session)
    }
  }
}

extension SwitchRequest {
  /// What the request asks of the tower.
  var event: TowerEvent {
    switch name {
    case .silent: .setSilent(isOn)
    case .lock: .setLocked(isOn)
    case .microphone: .setMicrophoneMuted(isOn)
    case .doNotInterrupt: .setDoNotInterrupt(isOn, by: operatorName ?? "operator")
    }
  }
}
