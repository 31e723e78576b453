// SPDX-License-Identifier: Apache-2.0
// Events on the wire: JSON-RPC notifications from the host.

/// An event on the wire.
package struct EventEnvelope: Codable {
  package let jsonrpc: String
  package let method: String
  package let params: EventMessage

  /// The method of all events.
  package static let method = "event"

  package init(_ message: EventMessage) {
    jsonrpc = "2.0"
    method = Self.method
    params = message
  }

  /// Writes the line of an event that is JSON already, as `init` and the coder would; a host codes an event once for all
  /// its clients.
  package static func line(event: [UInt8], number: Int, lost: Int) -> [UInt8] {
    let losses = lost > 0 ? #","lost":\#(lost)"# : ""
    return Array(#"{"jsonrpc":"2.0","method":"event","params":{"event":"#.utf8) + event
      + Array("\(losses),\"number\":\(number)}}\n".utf8)
  }
}
