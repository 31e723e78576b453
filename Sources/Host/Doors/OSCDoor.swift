// SPDX-License-Identifier: Apache-2.0
// The door for Open Sound Control, as presets describe it.

import OSCServer
import Presets
import RigErrors

/// The rig's tree by OSC.
final class OSCDoor: Door {
  private let server: OSCServer

  init(
    _ settings: OSCSettings,
    of host: RigHost,
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) {
    let endpoint = OSCEndpoint(
      address: settings.address,
      port: settings.port,
      usesTCP: settings.usesTCP,
      senders: settings.senders
    )
    server = try await OSCServer(endpoint, tree: HostTree(host: host), report: report)
  }

  var sentence: String { server.sentence }

  func close() async { await server.close() }
}
