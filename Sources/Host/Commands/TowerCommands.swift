// SPDX-License-Identifier: Apache-2.0
// Questions to the tower: why, what if, what was.

import ControlProtocol
import ControlServer
import ControlTower
import Quantities
import RigEngine
import RigErrors
import RigModel

/// The commands that ask the tower and change nothing.
struct TowerCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(ExplainRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        return engine.live.rig.leftOut(of: session.name).map(\.sentence)
          + engine.faults(of: session).map { "\($0)." }
          + engine.tower.explain(session.id)
      }
    }
    table.on(ReasonsRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        return engine.tower.reasons(of: session.id).map(ReasonStatus.init)
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
          DecisionStatus($0)
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
    let (tower, log) = (engine.tower, engine.towerControl.decisions)
    let decision = Decision(event, tower.whatIf(event))
    let losses = tower.whatIfLosses(event)
    var status = DecisionStatus(0, decision, levelsBefore: log.levelsBefore(decision.effects))
    status.lines += losses.map(\.line)
    status.effects? += losses.map(EffectStatus.init)
    return status
  }

  /// Answers what a gesture would do, which may need several questions to the tower, or none.
  private func answer(
    by engine: Engine,
    _ gesture: Gesture
  ) throws(RigError) -> DecisionStatus {
    let decisions = try engine.players.whatIf(gesture, on: engine.find(subject))
    let effects = decisions.flatMap(\.effects)
    var status = DecisionStatus(
      number: 0,
      event: decisions.first?.sentence ?? "\(subject) plays on",
      isRefused: decisions.last?.refusal != nil,
      lines: decisions.flatMap(\.lines)
    )
    status.happening = decisions.first.map { DecisionEventStatus($0.event) }
    status.refusal = decisions.last?.refusal.map(RefusalStatus.init)
    status.effects = zip(effects, engine.towerControl.decisions.levelsBefore(effects)).map {
      EffectStatus($0, from: $1)
    }
    return status
  }

  private func id(of engine: Engine) throws(RigError) -> SessionID {
    try engine.find(subject).id
  }

  private func switchEvent(_ isOn: Bool) throws(RigError) -> TowerEvent {
    let name: SwitchRequest.Name = try word(subject, of: "switch")
    return SwitchRequest(name: name, isOn: isOn).event
  }
}
