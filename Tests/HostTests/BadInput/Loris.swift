// SPDX-License-Identifier: Apache-2.0
// Clients that begin and never finish: half requests, half messages, half packets.

import BadInputs
import Foundation

/// Connections on each of which half a message was sent, and no more comes.
struct Loris {
  private let clients: [RawConnection]

  private static let requests = 60
  private static let sockets = 3
  /// More than the door for OSC has room for.
  private static let packets = 20

  init(_ rig: BadInputRig) throws {
    var clients: [RawConnection] = []
    for number in 0..<Self.requests {
      let client = try RawConnection(port: rig.webPort)
      let start = "POST /api/rpc HTTP/1.1\r\nHost: localhost\r\n"
      client.send(number % 2 == 0 ? start : start + "Content-Length: 100\r\n\r\n{")
      clients.append(client)
    }
    for number in 0..<Self.sockets {
      let client = try RawConnection(port: rig.webPort)
      _ = try client.upgrade("/control", "Authorization: Bearer \(rig.token)")
      let frame = WebSocketFrame.bytes(1, Array("hello".utf8), isLast: number != 0)
      client.send(number == 0 ? frame : frame.dropLast(number))
      clients.append(client)
    }
    for number in 0..<Self.packets {
      let client = try RawConnection(port: rig.oscPort)
      client.send([0, 0, 0, 16, 47].prefix(number % 6).map { $0 })
      clients.append(client)
    }
    self.clients = clients
  }

  /// Waits until all connections were closed.
  func awaitEnd() throws { for client in clients { _ = try client.rest() } }

  /// The log lines about them.
  static let complaints = [
    "127.0.0.1 was sent away: it took too long for a request",
    "The WebSocket of 127.0.0.1 was closed: it took too long for a message",
    "OSC: 127.0.0.1 was sent away: it took too long for a packet",
    "OSC: clients that have sent no whole packet are sent away, for others have come",
  ]
}
