// SPDX-License-Identifier: Apache-2.0
// Connections: by hand and by rule.

package import AudioBackend
internal import CJACK
internal import Glibc

extension JACKDriver {
  /// Connects two ports by their full names or aliases; a connection that exists is fine.
  ///
  /// JACK goes by it, and shows it, from its next cycle on.
  package func connect(_ connection: Connection) throws(DriverError) {
    let code = try openedLine().connect(connection)
    guard code == 0 || code == EEXIST else {
      throw .notConnected(from: connection.from, to: connection.to, code: code)
    }
  }

  /// Disconnects two ports by their full names or aliases.
  ///
  /// JACK goes by it, and shows it, from its next cycle on.
  package func disconnect(_ connection: Connection) throws(DriverError) {
    let line = try openedLine()
    made.remove(connection)
    let code = line.disconnect(connection)
    guard code == 0 else {
      throw .notDisconnected(from: connection.from, to: connection.to, code: code)
    }
  }

  /// All audio and MIDI ports of the server.
  package func presentPorts() -> [PresentPort] {
    guard let client = unsafe try? openedClient() else { return [] }
    return unsafe ports(of: client)
  }

  /// The full names of the ports that a port is connected to.
  ///
  /// While JACK changes its graph, this waits for more than a cycle; see `readingConnections`.
  package func connections(of port: String) -> [String] {
    (try? openedLine())?.connections(of: port) ?? []
  }

  /// Reads what ports are connected to: the full names of both.
  ///
  /// libjack sleeps a cycle for each port while any client comes, goes or connects. A caller that
  /// must not keep others waiting uses this. It reads once all that was done before can be seen.
  package func readingConnections(of ports: [String]) -> ServerTask<[String: [String]]> {
    guard isActive, let line = try? openedLine() else { return ServerTask { [:] } }
    return ServerTask {
      line.waitForCycle()
      return Dictionary(ports.map { ($0, line.connections(of: $0)) }) { first, _ in first }
    }
  }

  /// Makes the connections that `rules` ask for and that are not there; may be called at any time,
  /// again and again.
  package func applyConnections(
    _ rules: ConnectionRules,
    leaving: Set<String> = []
  ) -> ConnectionReport {
    let report = connecting(rules, leaving: leaving).perform()
    note(report)
    return report
  }

  /// What is to be done for the connections that `rules` ask for; its report is to be noted.
  ///
  /// It is done once JACK goes by what was changed: before that JACK would show what was made as
  /// missing, and the next one would take it for another program's.
  ///
  /// Connections that others made are never undone. Ports in `leaving` are listed still, and not
  /// connected any more. A refused connection is tried again a few times, because PipeWire shows
  /// ports before they can be connected.
  package func connecting(
    _ rules: ConnectionRules,
    leaving: Set<String> = []
  ) -> ServerTask<ConnectionReport> {
    guard isActive, let line = try? openedLine() else { return ServerTask { ConnectionReport() } }
    let present = presentPorts().filter { !leaving.contains($0.name) }
    let plan = rules.plan(client: clientName, present: present, made: made)
    return ServerTask { [made] in line.carryOut(plan, after: made) }
  }

  /// Notes what has become of connections, for the next time.
  package func note(_ report: ConnectionReport) {
    made = report.kept.subtracting(report.released).union(report.made)
  }

}

/// All audio and MIDI ports that a client sees.
func ports(of client: OpaquePointer) -> [PresentPort] {
  let list = unsafe jack_get_ports(client, nil, nil, 0)
  return unsafe takeNames(list).compactMap { name in
    guard let port = unsafe PortText.port(name, of: client),
      let type = unsafe jack_port_type(port),
      let kind = unsafe PortKind(jackType: String(cString: type))
    else { return nil }
    let flags = unsafe UInt32(clamping: jack_port_flags(port))
    return PresentPort(
      name: name,
      aliases: unsafe aliases(of: port),
      direction: flags & JackPortIsInput.rawValue != 0 ? .input : .output,
      kind: kind,
      isPhysical: flags & JackPortIsPhysical.rawValue != 0
    )
  }
}

private func aliases(of port: OpaquePointer) -> [String] {
  let size = Int(jack_port_name_size())
  return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size * 2) { memory in
    guard let base = memory.baseAddress else { return [] }
    var names: [UnsafeMutablePointer<CChar>?] = unsafe [base, base + size]
    let count = unsafe jack_port_get_aliases(port, &names)
    return (0..<max(0, min(2, Int(count)))).map { unsafe PortText.text(base + $0 * size) }
  }
}

/// The names in a list of JACK's, which is freed.
package func takeNames(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
  guard let list = unsafe list else { return [] }
  defer { unsafe jack_free(list) }
  var names: [String] = []
  var index = 0
  while let name = unsafe list[index] {
    unsafe names.append(PortText.text(name))
    index += 1
  }
  return names
}

extension ClientLine {
  fileprivate func connections(of port: String) -> [String] {
    unsafe request { client in
      guard let port = unsafe PortText.port(port, of: client) else { return [] }
      return unsafe takeNames(jack_port_get_all_connections(client, port))
    } ?? []
  }

  /// Carries out a plan for a client that has `made` connections before.
  fileprivate func carryOut(
    _ plan: ConnectionPlan,
    after made: Set<Connection>
  ) -> ConnectionReport {
    var report = ConnectionReport()
    (report.wanted, report.waiting) = (plan.wanted, plan.waiting)
    report.kept = made.filter(has)
    report.released = plan.released.filter { report.kept.contains($0) && disconnect($0) == 0 }
    for connection in plan.wanted where !has(connection) {
      var code: Int32 = -1
      for attempt in 0..<5 where code != 0 && code != EEXIST && !isLost {
        if attempt > 0 { usleep(10_000) }
        code = connect(connection)
      }
      switch code {
      case 0: report.made.append(connection)
      case EEXIST: break
      default: report.failed.append(connection)
      }
    }
    if !report.made.isEmpty || !report.released.isEmpty { waitForCycle() }
    return report
  }
}
