// SPDX-License-Identifier: Apache-2.0
// What the operator may ask about the web mixer: who is let in.

import ControlProtocol
import ControlServer
import ControlTower
import ControlTree
import Presets
import RigEngine
import RigErrors
import Suggestions
import WebServer

/// The commands about the devices of the web mixer.
struct WebCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(WebPairRequest.self) { request throws(ControlError) in
      try await host.answer { host, engine throws(RigError) in
        let routes = engine.live.rig.routes.filter { $0.direction == .output }.map(\.name)
        return try host.doors.web.pair(request.name, request.access, routes: routes)
      }
    }
    table.on(WebDevicesRequest.self) { _ throws(ControlError) in
      try await host.answer { host, _ in host.doors.web.statuses }
    }
    table.on(WebRevokeRequest.self) { request throws(ControlError) in
      try await host.answer { host, _ throws(RigError) in
        let devices = host.doors.web.devices
        guard devices.revoke(request.name) else {
          let known = devices.all.map(\.name)
          let name = request.name.prefix(64)
          throw .data("There is no device '\(name)'; \(Suggestion.among(known, for: "\(name)"))")
        }
        return Done()
      }
    }
    // The web door answers this for each of its devices; whoever else asks is the operator.
    table.on(WebSelfRequest.self) { _ throws(ControlError) in
      await me(host)
    }
  }

  private func me(_ host: isolated RigHost) -> WebSelfRequest.Reply {
    WebSelfRequest.Reply(
      rig: host.server.name,
      device: "",
      access: Access.operator.words,
      version: tarmacVersion
    )
  }
}
