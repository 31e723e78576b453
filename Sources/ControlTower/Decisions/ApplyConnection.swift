// SPDX-License-Identifier: Apache-2.0
// Sound from one session, the node, into another one, the host.

extension Transaction {
  /// Connects a node to a host.
  ///
  /// Both have to want that and to mix, and who uses devices to go on in the background (IAA-A2).
  mutating func applyConnection(_ from: SessionID, _ to: SessionID) throws(Refusal) {
    let (node, host) = (state.sessions[try find(from)], state.sessions[try find(to)])
    guard !state.connections.contains(where: { $0.from == from && $0.to == to }) else { return }
    guard node.mayBeHeard, host.mayHear else {
      throw Refusal(.notConnectable(from, to), rule: .iaaA2)
    }
    if let path = state.path(from: to, to: from) {
      throw Refusal(.connectionCycle([from] + path), rule: .iaa02)
    }
    state.connections.append(SessionConnection(from: from, to: to))
  }

  /// Ends a connection; one that is not there needs no end.
  mutating func applyDisconnection(_ from: SessionID, _ to: SessionID) throws(Refusal) {
    _ = (try find(from), try find(to))
    state.connections.removeAll { $0.from == from && $0.to == to }
  }

  /// Opens connections whose host is active and whose node is, or needs not be because it only
  /// generates (IAA-A1); who is interrupted is not heard (INT-05).
  ///
  /// Into a host that measures comes nobody's sound (MEAS-01).
  mutating func settleConnections() {
    for index in state.connections.indices {
      state.connections[index].isOpen = state.isOpen(state.connections[index])
    }
  }
}

extension SessionState {
  /// Whether other sessions may send to it: it goes on for them wherever it is.
  fileprivate var mayHear: Bool { isConnectable && configuration.behaviour.backgroundAudio }

  /// Whether it may send to other sessions; one that hears a device has to go on in the background
  /// for that.
  fileprivate var mayBeHeard: Bool {
    isConnectable && (configuration.behaviour.backgroundAudio || !hearsInput)
  }

  private var isConnectable: Bool { configuration.behaviour.interSession && isMixable }
}

extension TowerState {
  func isOpen(_ connection: SessionConnection) -> Bool {
    guard let node = session(connection.from), let host = session(connection.to),
      node.mayBeHeard, host.mayHear, host.isActive,
      host.configuration.mode != .measurement
    else { return false }
    let takesInput =
      node.configuration.usesInput || connections.contains { $0.to == connection.from }
    return node.isActive || (node.interrupter == nil && !takesInput)
  }

  /// The sessions that sound goes through from one session to another one; `nil` when it does not
  /// get there.
  fileprivate func path(from start: SessionID, to end: SessionID) -> [SessionID]? {
    if start == end { return [start] }
    for connection in connections where connection.from == start {
      if let rest = path(from: connection.to, to: end) { return [start] + rest }
    }
    return nil
  }
}
