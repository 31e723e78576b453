// SPDX-License-Identifier: Apache-2.0
// By which doors a rig can be steered beside its control socket, as a preset says.

/// The doors that a rig opens beside its control socket; none unless the preset, or the run, wants
/// them.
public struct Surfaces: Hashable, Sendable {
  /// Open Sound Control.
  public var osc: OSCSettings?
  /// The page for browsers, with what other programs ask for over HTTP.
  public var web: WebSettings?

  /// None.
  public init() {}
}

/// How a rig can be steered by OSC.
public struct OSCSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback unless somebody says otherwise.
  public var address = "127.0.0.1"
  /// The UDP port, and the TCP port if that is wanted too; 0 takes a free one, which the log names.
  public var port = 9_000
  /// Whether it also listens on TCP, with the same number.
  public var usesTCP = false
  /// The TCP port at which OSCQuery describes what there is to send to; `nil` for none, 0 takes a
  /// free one.
  public var queryPort: Int?
  /// The addresses that may send; any that reach it if nothing is said.
  public var senders: [String]?

  /// Loopback, UDP alone.
  public init() {}
}

/// How a rig serves its page.
public struct WebSettings: Hashable, Sendable {
  /// The address of this machine that it listens on; loopback unless somebody says otherwise.
  public var address = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which the log names.
  public var port = 8_080
  /// Names that pages may reach it by, beside those of the machine; the first is the one that links
  /// have.
  public var hosts: [String] = []

  /// Loopback.
  public init() {}
}
