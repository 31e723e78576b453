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
        try request.answer(by: conductor)
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
  /// What would be decided.
  fileprivate func answer(by conductor: RigConductor) throws(RigError) -> DecisionStatus {
    switch action {
    case .activate: try answer(by: conductor, .activate)
    case .play: try answer(by: conductor, .play())
    case .pause: try answer(by: conductor, .pause())
    case .deactivate:
      answer(by: conductor, .deactivate(try id(of: conductor), notifyingOthers: true))
    case .ring: answer(by: conductor, .interrupterRang(try interrupter(subject)))
    case .begin: answer(by: conductor, .interrupterBegan(try interrupter(subject)))
    case .end:
      answer(by: conductor, .interrupterEnded(try interrupter(subject), shouldResume: true))
    case .unplug:
      answer(by: conductor, .unplugged(PortID(try clientName(subject, of: "the route"))))
    case .turnOn, .turnOff: answer(by: conductor, try switchEvent(action == .turnOn))
    }
  }

  private func answer(by conductor: RigConductor, _ event: TowerEvent) -> DecisionStatus {
    let tower = conductor.tower
    var status = DecisionStatus(0, Decision(event, tower.whatIf(event)))
    status.lines = tower.whatIfLines(event)
    return status
  }

  /// The tower may be asked several times for a gesture, or not at all.
  private func answer(
    by conductor: RigConductor,
    _ gesture: Gesture
  ) throws(RigError) -> DecisionStatus {
    let decisions = conductor.players.whatIf(gesture, on: try conductor.find(subject))
    return DecisionStatus(
      number: 0,
      event: decisions.first?.sentence ?? "\(subject) plays on",
      isRefused: decisions.last?.refusal != nil,
      lines: decisions.flatMap(\.lines)
    )
  }

  private func id(of conductor: RigConductor) throws(RigError) -> SessionID {
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
