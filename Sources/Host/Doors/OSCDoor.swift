// SPDX-License-Identifier: Apache-2.0
// The door for Open Sound Control, as presets describe it.

import OSCServer
import RigErrors
import RigModel

/// The rig's tree by OSC.
final class OSCDoor: Door {
  private let server: OSCServer
  private let query: OSCQueryServer?

  init(
    _ settings: OSCSettings,
    of host: RigHost,
    rig name: String,
    report: @escaping @Sendable (String) -> Void
  ) async throws(RigError) {
    let endpoint = OSCEndpoint(
      address: settings.address,
      port: settings.port,
      usesTCP: settings.usesTCP,
      senders: settings.senders
    )
    let tree = HostTree(host: host)
    let server = try await OSCServer(endpoint, tree: tree, report: report)
    self.server = server
    do throws(RigError) {
      if let port = settings.queryPort {
        query = try await OSCQueryServer(
          name: name,
          of: endpoint,
          oscPort: server.port,
          port: port,
          tree: tree,
          report: report
        )
      } else {
        query = nil
      }
    } catch {
      await server.close()
      throw error
    }
  }

  var sentence: String {
    ([server.sentence] + (query.map { [$0.sentence] } ?? [])).joined(separator: " ")
  }

  func spareDescriptors(_ spares: Bool) {
    server.spareDescriptors(spares)
    query?.spareDescriptors(spares)
  }

  func close() async {
    await query?.close()
    await server.close()
  }
}
