// SPDX-License-Identifier: Apache-2.0
// The doors of a preset by which a rig can be controlled, beside its control socket.

/// The doors that a rig opens beside its control socket; none unless the preset, or the command
/// line, asks for them.
public struct Surfaces: Hashable, Sendable {
  /// Open Sound Control.
  public var osc: OSCSettings?
  /// The web mixer, with the HTTP interface for other programs.
  public var web: WebSettings?

  /// None.
  public init() {}
}

/// The settings of OSC.
public struct OSCSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback by default.
  public var address = "127.0.0.1"
  /// The UDP port, and the TCP port if `usesTCP` is set; 0 takes a free one, which the log names.
  public var port = 9_000
  /// Whether it also listens on TCP, with the same number.
  public var usesTCP = false
  /// The TCP port of OSCQuery, which describes the addresses; `nil` for none, 0 takes a free one.
  public var queryPort: Int?
  /// The addresses that may send; by default any that reach it.
  public var senders: [String]?

  /// Loopback, UDP alone.
  public init() {}
}

/// The settings of the web mixer.
public struct WebSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback by default.
  public var address = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which the log names.
  public var port = 8_080
  /// Names by which pages may reach it, beside those of the machine; links use the first one.
  public var hosts: [String] = []

  /// Loopback.
  public init() {}
}
