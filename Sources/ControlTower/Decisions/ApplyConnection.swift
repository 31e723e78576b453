// SPDX-License-Identifier: Apache-2.0
// Sound from one session, the node, into another one, the host.

extension Transaction {
  /// Connects a node to a host.
  ///
  /// Both have to allow connections and to mix, and a session that uses devices has to run in the
  /// background (IAA-A2).
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

  /// Ends a connection, if there is one.
  mutating func applyDisconnection(_ from: SessionID, _ to: SessionID) throws(Refusal) {
    _ = (try find(from), try find(to))
    state.connections.removeAll { $0.from == from && $0.to == to }
  }

  /// Opens connections whose host is active, and whose node is active or only generates (IAA-A1);
  /// an interrupted session is not heard (INT-05).
  ///
  /// A host in measurement mode gets no other session's sound (MEAS-01).
  mutating func settleConnections() {
    for index in state.connections.indices {
      state.connections[index].isOpen = state.isOpen(state.connections[index])
    }
  }
}

extension SessionState {
  /// Whether other sessions may send to it: it runs in the background too.
  fileprivate var mayHear: Bool { isConnectable && configuration.behaviour.backgroundAudio }

  /// Whether it may send to other sessions; one that uses an input has to run in the background
  /// too.
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

  /// The sessions on the path from one session to another; `nil` when there is none.
  fileprivate func path(from start: SessionID, to end: SessionID) -> [SessionID]? {
    if start == end { return [start] }
    for connection in connections where connection.from == start {
      if let rest = path(from: connection.to, to: end) { return [start] + rest }
    }
    return nil
  }
}
