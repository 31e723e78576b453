// SPDX-License-Identifier: Apache-2.0
// What patchbays show of our ports: JACK metadata.

internal import AudioBackend
internal import CJACK
internal import Glibc
internal import Synchronization

/// What is to be written about a port.
///
/// JACK2 keeps metadata per user and port number, not per server: what is found may be another
/// server's, so it is written at each registration and never read. The server removes it with the
/// port.
package struct PortMetadata: Hashable, Codable, Sendable {
  /// A key of JACK's, without its URI's beginning, and its value.
  package struct Property: Hashable, Codable, Sendable {
    /// Such as `pretty-name`.
    package var key: String
    /// The value as text.
    package var value: String
    /// The type of the value, a MIME type or a URI; `nil` for plain text.
    package var type: String?
  }

  /// The full name of the port.
  package let port: String
  /// JACK's number of the port, in decimal.
  package let subject: String
  /// All that is to be known of it.
  package let properties: [Property]

  init(of port: OpaquePointer, _ description: Port) {
    self.port = unsafe String(cString: jack_port_name(port))
    subject = unsafe "\(jack_port_uuid(port))"
    let integer = "http://www.w3.org/2001/XMLSchema#int"
    var properties = [
      Property(key: "pretty-name", value: description.prettyName),
      Property(key: "order", value: "\(description.order)", type: integer),
    ]
    // JACK knows no signal type for MIDI; the port's own type says it.
    if description.kind == .audio { properties.append(.init(key: "signal-type", value: "AUDIO")) }
    if let group = description.group { properties.append(.init(key: "port-group", value: group)) }
    self.properties = properties
  }
}

/// A JACK client that writes metadata, without ports.
///
/// jackd's libjack keeps metadata in a database that all JACK programs of a user share, and nothing
/// there resolves a deadlock. A process that is killed while it writes leaves the database locked:
/// all others then wait for good, jackd included. So only a process writes that nobody has a reason
/// to kill, and in which nothing can crash. It never removes anything: two processes that remove,
/// such as this one and jackd, can deadlock. But so can one that writes and one that reads at the
/// wrong moment, such as a patchbay: with jackd, names are for those who ask for them. PipeWire's
/// libjack keeps metadata elsewhere, and has none of these problems.
///
/// > Threading: Control.
@safe
package final class MetadataWriter {
  private let client: OpaquePointer
  private let isServerLost = Atomic(false)
  private static let prefix = "http://jackaudio.org/metadata/"

  /// Joins a server, `nil` for the default one; fails when it can't.
  package init?(name: String, server: String?) {
    var status = jack_status_t(0)
    let (client, _) = unsafe withoutMessages {
      unsafe openClient(name: name, server: server, status: &status)
    }
    guard let client = unsafe client else { return nil }
    unsafe self.client = client
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe jack_on_shutdown(client, noteServerLost, context)
  }

  /// Whether the server has gone; everything is in vain then.
  package var isLost: Bool { isServerLost.load(ordering: .acquiring) }

  /// Writes what is to be known of a port, if it is there.
  package func write(_ metadata: PortMetadata) {
    // Nobody would remove what is written of a port that has gone.
    guard !isLost, let subject = jack_uuid_t(metadata.subject),
      let port = unsafe jack_port_by_name(client, metadata.port),
      unsafe jack_port_uuid(port) == subject
    else { return }
    for property in metadata.properties {
      unsafe jack_set_property(
        client,
        subject,
        Self.prefix + property.key,
        property.value,
        property.type
      )
    }
  }

  deinit {
    unsafe closeClient(client)
  }

  fileprivate func noteLost() {
    isServerLost.store(true, ordering: .releasing)
  }
}

/// JACK's entry; a plain function, because JACK calls it on a thread of its own.
private func noteServerLost(_ writer: UnsafeMutableRawPointer?) {
  guard let writer = unsafe writer else { return }
  unsafe Unmanaged<MetadataWriter>.fromOpaque(writer).takeUnretainedValue().noteLost()
}
