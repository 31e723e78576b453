// SPDX-License-Identifier: Apache-2.0
// What the operator may ask about the web mixer: the devices that are let in.

import ControlProtocol
import ControlServer
import ControlTree
import RigErrors
import WebServer

/// The commands about the devices of the web mixer.
struct WebCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(WebPairRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await host.doors.web.pair(request.name, request.access, host)
      }
    }
    table.on(WebDevicesRequest.self) { _ throws(ControlError) in
      try await host.answer { host, _ in host.doors.web.statuses }
    }
    table.on(WebRevokeRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await host.doors.web.revoke(request.name, host)
        return Done()
      }
    }
    // The web door answers this for each of its devices; any other client is the operator.
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
