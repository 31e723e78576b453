// SPDX-License-Identifier: Apache-2.0
// The ports of a rig that no server carries sound for: a list, and who would be connected to whom.

public import AudioBackend
public import Quantities

extension ClockDriver {
  /// The ports of others: those of JACK's dummy driver.
  private static let others: [PresentPort] = (1...4).flatMap { number in
    [
      PresentPort(
        name: "system:capture_\(number)",
        aliases: ["dummy_pcm:clock:in\(number)"],
        direction: .output,
        isPhysical: true
      ),
      PresentPort(
        name: "system:playback_\(number)",
        aliases: ["dummy_pcm:clock:out\(number)"],
        direction: .input,
        isPhysical: true
      ),
    ]
  }

  /// Adds an input, which is silent.
  public func addInput(_ port: Port) throws(DriverError) -> Int { try add(port, to: \.inputs) }

  /// Adds an output.
  public func addOutput(_ port: Port) throws(DriverError) -> Int { try add(port, to: \.outputs) }

  private func add(
    _ port: Port,
    to ports: ReferenceWritableKeyPath<ClockDriver, [Port?]>
  ) throws(DriverError) -> Int {
    guard !(inputs + outputs).contains(where: { $0?.name == port.name }) else {
      throw .portRefused(name: port.name)
    }
    let channel = self[keyPath: ports].firstIndex(of: nil) ?? self[keyPath: ports].count
    guard channel < Self.channelLimit else { throw .tooManyPorts(limit: Self.channelLimit) }
    if channel == self[keyPath: ports].count {
      self[keyPath: ports].append(port)
    } else {
      self[keyPath: ports][channel] = port
    }
    renewBuffers()
    return channel
  }

  /// Removes ports at once; nothing is left for the request.
  public func removal(inputs gone: [Int], outputs alsoGone: [Int]) -> ServerTask<Void> {
    let names = Set(gone.compactMap(inputName) + alsoGone.compactMap(outputName))
    for channel in gone where inputs.indices.contains(channel) { inputs[channel] = nil }
    for channel in alsoGone where outputs.indices.contains(channel) { outputs[channel] = nil }
    connections = connections.filter { !names.contains($0.from) && !names.contains($0.to) }
    renewBuffers()
    return ServerTask {}
  }

  private func renewBuffers() {
    cycle.setBuffers(CycleBuffers(inputs: inputs.map(\.?.kind), outputs: outputs.map(\.?.kind)))
  }

  /// The full name of an input's port.
  public func inputName(_ channel: Int) -> String? { name(channel, in: inputs) }

  /// The full name of an output's port.
  public func outputName(_ channel: Int) -> String? { name(channel, in: outputs) }

  private func name(_ channel: Int, in ports: [Port?]) -> String? {
    guard ports.indices.contains(channel), let port = ports[channel] else { return nil }
    return "\(clientName):\(port.name)"
  }

  /// No sound comes in, so that none is old.
  public func captureLatency(input channel: Int) -> Latency? {
    inputName(channel).map { _ in .none }
  }

  /// Nothing lies behind an output.
  public func playbackLatency(output channel: Int) -> Latency? {
    outputName(channel).map { _ in .none }
  }

  /// Nobody asks for latencies.
  public func setGraphLatency(_ latencies: [Int: Latency]) -> ServerTask<Void> { ServerTask {} }

  /// Nobody takes MIDI, and nobody refuses it.
  public var refusedMIDI: Int { 0 }

  /// The ports of the rig, and those of the dummy driver.
  public func presentPorts() -> [PresentPort] {
    guard isOpen else { return [] }
    func present(_ ports: [Port?], _ direction: PortDirection) -> [PresentPort] {
      ports.compactMap { port in
        port.map {
          PresentPort(name: "\(clientName):\($0.name)", direction: direction, kind: $0.kind)
        }
      }
    }
    return Self.others + present(inputs, .input) + present(outputs, .output)
  }

  /// What connections `rules` ask for; all are made.
  public func connecting(
    _ rules: ConnectionRules,
    leaving: Set<String>
  ) -> ServerTask<ConnectionReport> {
    guard isActive else { return ServerTask { ConnectionReport() } }
    let present = presentPorts().filter { !leaving.contains($0.name) }
    let plan = rules.plan(client: clientName, present: present, made: connections)
    var report = ConnectionReport()
    (report.wanted, report.waiting) = (plan.wanted, plan.waiting)
    (report.released, report.kept) = (plan.released, connections)
    report.made = plan.wanted.filter { !connections.contains($0) }
    return ServerTask { [report] in report }
  }

  /// Takes the connections of a report.
  public func note(_ report: ConnectionReport) {
    connections = report.kept.subtracting(report.released).union(report.made)
  }

  /// What ports are connected to.
  public func readingConnections(of ports: [String]) -> ServerTask<[String: [String]]> {
    let all = connections
    let found = ports.map { port in
      (port, all.compactMap { $0.from == port ? $0.to : $0.to == port ? $0.from : nil }.sorted())
    }
    let seen = isActive ? Dictionary(found) { first, _ in first } : [:]
    return ServerTask { seen }
  }
}
