// SPDX-License-Identifier: Apache-2.0
// A client that keeps JACK's graph changing.

import Foundation
internal import Synchronization

/// Connects two ports of its own and disconnects them, without a pause.
///
/// > Threading: Control.
package final class RestlessPatchbay: Sendable {
  private let turnsMade = Atomic(0)
  private let isOver = Atomic(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Joins a server and begins.
  package init(_ name: String, on server: PrivateServer) {
    let server = server.name
    Thread { [self] in
      let client = try? Listener(name, server: server, inputs: 1, outputs: 1)
      while !isOver.load(ordering: .acquiring) {
        try? client?.connect("\(name):out_1", "\(name):in_1")
        client?.disconnect("\(name):out_1", "\(name):in_1")
        turnsMade.add(1, ordering: .releasing)
      }
      client?.close()
      hasEnded.signal()
    }.start()
  }

  /// How often it has connected and disconnected.
  package var turns: Int { turnsMade.load(ordering: .acquiring) }

  /// Returns once it has left the server.
  package func end() {
    isOver.store(true, ordering: .releasing)
    hasEnded.wait()
  }
}
