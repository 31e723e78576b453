// SPDX-License-Identifier: Apache-2.0
// Events on the wire: JSON-RPC notifications from the host.

internal import StrictJSON

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

  /// Writes the line of an event that is JSON already, as `init` and the encoder would; a host
  /// encodes an event once for all its clients.
  package static func line(event: [UInt8], number: Int, lost: Int, at: TimeStamp? = nil) -> [UInt8]
  {
    var writer = JSONWriter(capacity: event.count + 256)
    writer.write(json: #"{"jsonrpc":"2.0","method":"event","params":{"#)
    if let at {
      writer.write(json: #""at":"#)
      at.write(to: &writer)
      writer.write(json: ",")
    }
    writer.write(json: #""event":"#)
    writer.write(json: event)
    if lost > 0 {
      writer.write(json: #","lost":"#)
      writer.write(lost)
    }
    writer.write(json: #","number":"#)
    writer.write(number)
    writer.write(json: "}}\n")
    return writer.bytes
  }
}

extension HostEvent {
  /// The event as JSON, as the encoder would write it; values, the most frequent events, take a
  /// faster path.
  package func json() throws -> [UInt8] {
    guard case .values(let update) = self else { return try JSONText.encode(self) }
    let values = update.values.json
    var writer = JSONWriter(capacity: values.count + 80)
    writer.write(json: #"{"topic":"value","update":{"isFull":"#)
    writer.write(update.isFull)
    writer.write(json: #","number":"#)
    writer.write(update.number)
    writer.write(json: #","values":"#)
    writer.write(json: values)
    writer.write(json: "}}")
    return writer.bytes
  }
}
