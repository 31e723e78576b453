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
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        return engine.tower.explain(session.session.configuration.id)
      }
    }
    table.on(WhatIfRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try request.answer(by: engine)
      }
    }
    table.on(DecisionListRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        engine.towerControl.decisions.entries.suffix(max(0, request.last ?? Int.max)).map {
          DecisionStatus($0.number, $0.decision)
        }
      }
    }
  }
}

extension WhatIfRequest {
  /// What would be decided.
  fileprivate func answer(by engine: Engine) throws(RigError) -> DecisionStatus {
    switch action {
    case .activate: try answer(by: engine, .activate)
    case .play: try answer(by: engine, .play())
    case .pause: try answer(by: engine, .pause())
    case .deactivate:
      answer(by: engine, .deactivate(try id(of: engine), notifyingOthers: true))
    case .ring: answer(by: engine, .interrupterRang(try interrupter(subject)))
    case .begin: answer(by: engine, .interrupterBegan(try interrupter(subject)))
    case .end:
      answer(by: engine, .interrupterEnded(try interrupter(subject), shouldResume: true))
    case .unplug:
      answer(by: engine, .unplugged(PortID(try clientName(subject, of: "the route"))))
    case .turnOn, .turnOff: answer(by: engine, try switchEvent(action == .turnOn))
    }
  }

  private func answer(by engine: Engine, _ event: TowerEvent) -> DecisionStatus {
    let tower = engine.tower
    var status = DecisionStatus(0, Decision(event, tower.whatIf(event)))
    status.lines = tower.whatIfLines(event)
    return status
  }

  /// The tower may be asked several times for a gesture, or not at all.
  private func answer(
    by engine: Engine,
    _ gesture: Gesture
  ) throws(RigError) -> DecisionStatus {
    let decisions = engine.players.whatIf(gesture, on: try engine.find(subject))
    return DecisionStatus(
      number: 0,
      event: decisions.first?.sentence ?? "\(subject) plays on",
      isRefused: decisions.last?.refusal != nil,
      lines: decisions.flatMap(\.lines)
    )
  }

  private func id(of engine: Engine) throws(RigError) -> SessionID {
    try engine.find(subject).session.configuration.id
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
      lines: decision.lines,
      rules: Set(decision.effects.map(\.rule) + (decision.refusal.map { [$0.rule] } ?? []))
        .map(\.description).sorted()
    )
  }
}
