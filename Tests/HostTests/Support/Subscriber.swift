// SPDX-License-Identifier: Apache-2.0
// A client that listens to a rig's events for as long as a test wants.

import ControlClient
import ControlProtocol
import Foundation
import Synchronization

/// Everything that a subscriber of a rig is told.
final class Subscriber: Sendable {
  private let told = Mutex<[HostEvent]>([])
  private let connection: ControlConnection

  init(_ tarmac: RunningTarmac) throws {
    let path = tarmac.folder.appending(path: "tarmac/rig.sock").path
    connection = try ControlClient(path: ControlSocketPath(path: path)).connect()
    Task { [connection, weak self] in
      for await message in connection.events {
        self?.told.withLock { $0.append(message.event) }
      }
    }
    _ = try connection.send(SubscribeRequest(topics: [.session, .rig]))
  }

  func heard(where isMeant: (HostEvent) -> Bool) -> Bool { count(where: isMeant) > 0 }

  /// How often it was told that.
  func count(where isMeant: (HostEvent) -> Bool) -> Int {
    told.withLock { $0.count(where: isMeant) }
  }

  func close() { connection.close() }
}
