// SPDX-License-Identifier: Apache-2.0
// Questions to the tower: why, what if, what was.

import ControlProtocol
import ControlServer
import ControlTower
import Presets
import RigEngine
import RigErrors

/// The commands that ask the tower and change nothing.
struct TowerCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(ExplainRequest.self) { request throws(ControlError) in
      try await host.answer { _, conductor throws(RigError) in
        let session = try conductor.find(request.session)
        return conductor.tower.explain(session.session.configuration.id)
      }
    }
    table.on(WhatIfRequest.self) { request throws(ControlError) in
      try await host.answer { _, conductor throws(RigError) in
        let event = try request.event(for: conductor)
        let tower = conductor.tower
        var status = DecisionStatus(0, Decision(event, tower.whatIf(event)))
        status.lines = tower.whatIfLines(event)
        return status
      }
    }
    table.on(DecisionListRequest.self) { request throws(ControlError) in
      try await host.answer { _, conductor throws(RigError) in
        conductor.desk.decisions.entries.suffix(max(0, request.last ?? Int.max)).map {
          DecisionStatus($0.number, $0.decision)
        }
      }
    }
  }
}

extension WhatIfRequest {
  /// The event that is asked about.
  fileprivate func event(for conductor: RigConductor) throws(RigError) -> TowerEvent {
    switch action {
    case .activate: .activate(try session(of: conductor))
    case .deactivate: .deactivate(try session(of: conductor), notifyingOthers: true)
    case .play: .setPlaying(try session(of: conductor), true)
    case .pause: .setPlaying(try session(of: conductor), false)
    case .ring: .interrupterRang(try interrupter(subject))
    case .begin: .interrupterBegan(try interrupter(subject))
    case .end: .interrupterEnded(try interrupter(subject), shouldResume: true)
    case .unplug: .unplugged(PortID(try clientName(subject, of: "the route")))
    case .turnOn, .turnOff: try switchEvent(action == .turnOn)
    }
  }

  private func session(of conductor: RigConductor) throws(RigError) -> SessionID {
    try conductor.find(subject).session.configuration.id
  }

  private func switchEvent(_ isOn: Bool) throws(RigError) -> TowerEvent {
    let name: SwitchRequest.Name = try word(subject, of: "switch")
    return SwitchRequest(name: name, isOn: isOn).event
  }
}

extension DecisionStatus {
  init(_ number: Int, _ decision: Decision) {
    self.init(
      number: number,
      event: decision.sentence,
      isRefused: decision.refusal != nil,
      lines: decision.lines
    )
  }
}
