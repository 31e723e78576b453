// SPDX-License-Identifier: Apache-2.0
// What has become of the connections that there should be.

/// What became of the rules when they were applied.
public struct ConnectionReport: Hashable, Sendable {
  /// Connections that there should be, whether they were made or not.
  public var wanted: [Connection] = []
  /// Connections that were made now.
  public var made: [Connection] = []
  /// Connections of ours that were there before; one that went with a port is not ours any more
  /// when the port is back.
  public var kept: Set<Connection> = []
  /// Connections of ours that were undone, because no rule wants them any more.
  public var released: [Connection] = []
  /// Connections that JACK refused, again and again.
  public var failed: [Connection] = []
  /// Ports that wait for others to appear.
  public var waiting: [WaitingPort] = []

  /// Makes a report of nothing.
  public init() {}
}
