// SPDX-License-Identifier: Apache-2.0
// Which ports there are without a server, and what is connected to what.

internal import AudioBackend
internal import RenderCore
internal import Synchronization

/// The ports of a rig that a clock drives, those of other clients, and their connections.
///
/// > Threading: Any.
package final class ClockGraph: Sendable {
  private let state = Mutex(ClockGraphState())
  private let handler: @Sendable (DriverEvent) -> Void

  init(handler: @escaping @Sendable (DriverEvent) -> Void) {
    self.handler = handler
  }

  // MARK: Other clients

  /// Lets another client come; its ports are there when this returns.
  package func plug(_ device: ClockDevice) {
    state.withLock { $0.devices.append(device) }
    for port in device.ports { handler(.portAppeared(port.name)) }
    handler(.portsChanged)
  }

  /// Lets the client of that name go, with its connections.
  package func unplug(_ name: String) {
    let gone = state.withLock { state in
      let gone = state.devices.filter { $0.name == name }.flatMap(\.ports).map(\.name)
      state.devices.removeAll { $0.name == name }
      state.disconnect(Set(gone))
      return gone
    }
    for port in gone { handler(.portVanished(port)) }
    handler(.portsChanged)
  }

  /// The full names of all ports.
  package var portNames: [String] { ports.map(\.name) }

  /// What a port is connected to, by full names, sorted.
  package func connected(to port: String) -> [String] {
    state.withLock { state in
      state.connections.compactMap { $0.from == port ? $0.to : $0.to == port ? $0.from : nil }
        .sorted()
    }
  }

  // MARK: The rig

  /// Names the rig's client; an empty name is none.
  func setClient(_ name: String) {
    state.withLock { state in
      state.client = name
      state.renewPatch()
    }
  }

  /// Adds a port of the rig, in the first channel that is free.
  func add(_ port: Port, _ direction: PortDirection) throws(DriverError) -> Int {
    let result = state.withLock { state -> Result<Int, DriverError> in
      guard !(state.inputs + state.outputs).contains(where: { $0?.name == port.name }) else {
        return .failure(.portRefused(name: port.name))
      }
      let ports = direction == .input ? state.inputs : state.outputs
      let channel = ports.firstIndex(of: nil) ?? ports.count
      guard channel < DriverBlock.maximumOutputs else {
        return .failure(.tooManyPorts(limit: DriverBlock.maximumOutputs))
      }
      state.set(port, direction, channel)
      state.renewBuffers()
      return .success(channel)
    }
    return try result.get()
  }

  /// Removes ports of the rig, with their connections.
  func remove(inputs: [Int], outputs: [Int]) {
    state.withLock { state in
      let names = inputs.map { state.name($0, .input) } + outputs.map { state.name($0, .output) }
      for channel in inputs { state.set(nil, .input, channel) }
      for channel in outputs { state.set(nil, .output, channel) }
      state.disconnect(Set(names.compactMap(\.self)))
      state.renewBuffers()
    }
  }

  /// The full name of a port of the rig.
  func name(_ channel: Int, _ direction: PortDirection) -> String? {
    state.withLock { $0.name(channel, direction) }
  }

  /// All ports.
  var ports: [PresentPort] {
    state.withLock { state in
      state.devices.flatMap(\.ports) + state.own(.input) + state.own(.output)
    }
  }

  /// What becomes of the connections that `rules` ask for; ports in `leaving` count as gone.
  func report(on rules: ConnectionRules, leaving: Set<String>) -> ConnectionReport {
    let (client, made) = state.withLock { ($0.client, $0.connections) }
    let present = ports.filter { !leaving.contains($0.name) }
    let plan = rules.plan(client: client, present: present, made: made)
    var report = ConnectionReport()
    (report.wanted, report.waiting) = (plan.wanted, plan.waiting)
    (report.released, report.kept) = (plan.released, made)
    report.made = plan.wanted.filter { !made.contains($0) }
    return report
  }

  /// Makes the connections of a report, as far as their ports are there still.
  func carryOut(_ report: ConnectionReport) {
    let present = Set(ports.map(\.name))
    state.withLock { state in
      state.connections.subtract(report.released)
      state.connections.formUnion(
        report.made.filter { present.contains($0.from) && present.contains($0.to) }
      )
      state.renewPatch()
    }
  }

  /// Undoes all connections.
  func disconnectAll() {
    state.withLock { state in
      state.connections = []
      state.renewPatch()
    }
  }

  /// What a cycle needs.
  var patch: ClockPatch { state.withLock(\.patch) }
}
