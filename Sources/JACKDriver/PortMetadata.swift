// SPDX-License-Identifier: Apache-2.0
// What patchbays show of our ports: JACK metadata.

internal import CJACK

/// Writes and removes the metadata of ports.
///
/// JACK2 keeps metadata per user and port number, not per server: what is found may be another server's, so it is written
/// at each registration, removed with the port, and never read.
///
/// > Threading: Control.
enum PortMetadata {
  private static let prefix = "http://jackaudio.org/metadata/"

  static func set(_ description: Port, on port: OpaquePointer, of client: OpaquePointer) {
    let subject = unsafe jack_port_uuid(port)
    func set(_ key: String, _ value: String, type: String? = nil) {
      unsafe jack_set_property(client, subject, prefix + key, value, type)
    }
    set("pretty-name", description.prettyName)
    set("order", "\(description.order)", type: "http://www.w3.org/2001/XMLSchema#int")
    // JACK knows no signal type for MIDI; the port's own type says it.
    if description.kind == .audio { set("signal-type", "AUDIO") }
    if let group = description.group { set("port-group", group) }
  }

  static func remove(from port: OpaquePointer, of client: OpaquePointer) {
    unsafe jack_remove_properties(client, jack_port_uuid(port))
  }
}
