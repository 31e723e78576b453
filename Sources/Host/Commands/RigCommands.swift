// SPDX-License-Identifier: Apache-2.0
// What clients may ask about the rig as a whole.

import AudioBackend
import ControlProtocol
import ControlServer
import ControlTower
import Glibc
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// The commands about the rig as a whole: what it is, its status, another preset, the end.
struct RigCommands {
  let host: RigHost
  /// Ends the rig, soon.
  let stop: @Sendable () -> Void

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(ServerInfoRequest.self) { _ throws(ControlError) in await info(host) }
    table.on(StatusRequest.self) { _ throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in status(host, engine) }
    }
    table.on(ReloadRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try host.engine?.tree.checkLocks([RigPath.Rig.reload.path()])
        try await host.reload(request.preset, keepsPages: request.keepsPages == true)
        return Done()
      }
    }
    table.on(StopRequest.self) { _ throws(ControlError) in
      stop()
      return Done()
    }
    table.on(ResetCountersRequest.self) { _ throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in
        try engine.tree.checkLocks([RigPath.Rig.reset_counters.path()])
        host.server.resetCounters(of: engine)
        return Done()
      }
    }
  }

  private func info(_ host: isolated RigHost) -> ServerInfoRequest.Reply {
    ServerInfoRequest.Reply(
      version: tarmacVersion,
      protocolVersion: controlProtocolVersion,
      pid: getpid(),
      name: host.server.name,
      preset: host.rig.file,
      policyVersion: ControlTower.policyVersion
    )
  }

  private func status(_ host: isolated RigHost, _ engine: Engine) -> RigStatus {
    var status = RigStatus(
      preset: host.rig.file,
      server: host.server.status(isLost: engine.tower.isServerLost),
      routes: engine.routeStatuses(host.server.link.cables),
      sessions: engine.sessionStatuses(),
      recordings: engine.recorders.running.map(engine.status),
      interrupters: engine.tower.activeInterrupters.map(\.rawValue),
      interrupterStrips: engine.interrupterStatuses(),
      switches: engine.switchesStatus(),
      render: engine.renderStatus(),
      leftOut: engine.live.rig.leftOut.map(LeftOutStatus.init)
    )
    (status.buses, status.groups) = (engine.busStatuses(), engine.groupStatuses())
    status.alerts = host.feed.alerts.raised.map { AlertStatus(alert: $0.kind, subject: $0.subject) }
    return status
  }
}

extension LeftOutStatus {
  fileprivate init(_ absence: Absence) {
    self.init(
      part: absence.part,
      owner: absence.owner,
      reason: absence.reason,
      place: absence.place,
      sentence: absence.sentence
    )
  }
}
