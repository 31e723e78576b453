// SPDX-License-Identifier: Apache-2.0
// What clients may ask about sessions, and what interrupts them.

import ControlProtocol
import ControlServer
import ControlTower
import Presets
import RigEngine
import RigErrors

/// The commands about sessions and interrupters.
struct SessionCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(SessionListRequest.self) { _ throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in engine.sessionStatuses() }
    }
    table.on(SessionShowRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        engine.status(of: try engine.find(request.session))
      }
    }
    table.on(ActivateRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        try engine.players.perform(.activate, on: session)
        return engine.status(of: session)
      }
    }
    table.on(DeactivateRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let session = try engine.find(request.session)
        let id = session.id
        try engine.towerControl.ask(.deactivate(id, notifyingOthers: request.notifyOthers ?? true))
        return engine.status(of: session)
      }
    }
    table.on(InterruptBeginRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        try engine.towerControl.ask(.interrupterBegan(try interrupter(request.interrupter)))
        return engine.sessionStatuses()
      }
    }
    table.on(InterruptEndRequest.self) { request throws(ControlError) in
      try await host.answer { _, engine throws(RigError) in
        let interrupter = try interrupter(request.interrupter)
        try engine.towerControl.ask(
          .interrupterEnded(interrupter, shouldResume: request.shouldResume)
        )
        return engine.sessionStatuses()
      }
    }
  }
}

/// The interrupter that a client names.
func interrupter(_ name: String) throws(RigError) -> Interrupter {
  guard let interrupter = Interrupter(rawValue: name) else {
    let known = Interrupter.allCases.map(\.rawValue).joined(separator: ", ")
    throw .data("There is no interrupter '\(name)'; there are \(known).")
  }
  return interrupter
}
