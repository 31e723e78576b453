// SPDX-License-Identifier: Apache-2.0
// The doors of a preset by which a rig can be controlled, beside its control socket.

/// The doors that a rig opens beside its control socket; none unless the preset, or the command
/// line, asks for them.
package struct Surfaces: Hashable, Sendable {
  /// Open Sound Control.
  package var osc: OSCSettings?
  /// The web mixer, with the HTTP interface for other programs.
  package var web: WebSettings?

  /// None.
  package init() {}
}

/// The settings of OSC.
package struct OSCSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback by default.
  package var address = "127.0.0.1"
  /// The UDP port, and the TCP port if `usesTCP` is set; 0 takes a free one, which the log names.
  package var port = 9_000
  /// Whether it also listens on TCP, with the same number.
  package var usesTCP = false
  /// The TCP port of OSCQuery, which describes the addresses; `nil` for none, 0 takes a free one.
  package var queryPort: Int?
  /// The addresses that may send; by default any that reach it.
  package var senders: [String]?

  /// Loopback, UDP alone.
  package init() {}
}

/// The settings of the web mixer.
package struct WebSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback by default.
  package var address = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which the log names.
  package var port = 8_080
  /// Names by which pages may reach it, beside those of the machine; links use the first one.
  package var hosts: [String] = []

  /// Loopback.
  package init() {}
}
