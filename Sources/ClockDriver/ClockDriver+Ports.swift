// SPDX-License-Identifier: Apache-2.0
// The driver's own ports and their connections: the graph has them.

package import AudioBackend
package import Quantities

extension ClockDriver {
  /// Adds an input, which is silent until something is connected to it.
  package func addInput(_ port: Port) throws(DriverError) -> Int { try graph.add(port, .input) }

  /// Adds an output.
  package func addOutput(_ port: Port) throws(DriverError) -> Int { try graph.add(port, .output) }

  /// Removes ports at once; nothing is left for the request.
  package func removal(inputs: [Int], outputs: [Int]) -> ServerTask<Void> {
    graph.remove(inputs: inputs, outputs: outputs)
    return ServerTask {}
  }

  /// The full name of an input's port.
  package func inputName(_ channel: Int) -> String? { graph.name(channel, .input) }

  /// The full name of an output's port.
  package func outputName(_ channel: Int) -> String? { graph.name(channel, .output) }

  /// None: what others play is as old as the cycle.
  package func captureLatency(input channel: Int) -> Latency? {
    inputName(channel).map { _ in .none }
  }

  /// None: others hear it in the cycle in which it is played.
  package func playbackLatency(output channel: Int) -> Latency? {
    outputName(channel).map { _ in .none }
  }

  /// Nobody asks for latencies.
  package func setGraphLatency(_ latencies: [Int: Latency]) -> ServerTask<Void> { ServerTask {} }

  /// Nobody takes MIDI, and nobody refuses it.
  package var refusedMIDI: Int { 0 }

  /// The ports of the rig, and those of others.
  package func presentPorts() -> [PresentPort] { isOpen ? graph.ports : [] }

  /// What connections `rules` ask for; all are made.
  package func connecting(
    _ rules: ConnectionRules,
    leaving: Set<String>
  ) -> ServerTask<ConnectionReport> {
    guard isActive else { return ServerTask { ConnectionReport() } }
    let report = graph.report(on: rules, leaving: leaving)
    return ServerTask { report }
  }

  /// Makes the connections of a report.
  package func note(_ report: ConnectionReport) { graph.carryOut(report) }

  /// What ports are connected to.
  package func readingConnections(of ports: [String]) -> ServerTask<[String: [String]]> {
    guard isActive else { return ServerTask { [:] } }
    return ServerTask { [graph] in
      Dictionary(ports.map { ($0, graph.connected(to: $0)) }) { first, _ in first }
    }
  }
}
