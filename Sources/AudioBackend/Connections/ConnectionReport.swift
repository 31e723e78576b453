// SPDX-License-Identifier: Apache-2.0
// What has become of the connections that there should be.

/// What became of the rules when they were applied.
package struct ConnectionReport: Hashable, Sendable {
  /// Connections that there should be, whether they were made or not.
  package var wanted: [Connection] = []
  /// Connections that were made now.
  package var made: [Connection] = []
  /// Connections of ours that were there before; one that went with a port is not ours any more
  /// when the port is back.
  package var kept: Set<Connection> = []
  /// Connections of ours that were undone, because no rule wants them any more.
  package var released: [Connection] = []
  /// Connections that JACK refused, again and again.
  package var failed: [Connection] = []
  /// Ports that wait for others to appear.
  package var waiting: [WaitingPort] = []

  /// Makes a report of nothing.
  package init() {}
}
