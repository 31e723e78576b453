// SPDX-License-Identifier: Apache-2.0
// The rig's side of JACK: which of its ports is which channel, and what they are connected to.

import ControlProtocol
import JACKDriver
import Presets
import Quantities
import RenderCore

/// A rig's ports on a JACK server.
///
/// > Threading: Control.
final class JACKLink {
  let driver: JACKDriver
  private(set) var channels: [PortKey: Int] = [:]
  private var groups: [PortGroup] = []
  private var rules: ConnectionRules?

  /// Prepares a link that reports to `handler`, which runs on JACK's threads.
  init(handler: @escaping @Sendable (DriverEvent) -> Void) {
    driver = JACKDriver(handler: handler)
  }

  /// Adds the ports that are new in `groups`; ports that are not needed any more stay until `removeOthers`.
  func add(_ groups: [PortGroup]) throws(DriverError) {
    for group in groups {
      for port in group.ports where channels[port.key] == nil {
        let order = channels.count
        let description = Port(
          name: port.label.name,
          prettyName: port.label.prettyName,
          order: order,
          group: port.label.owner,
          isTerminal: false
        )
        channels[port.key] =
          switch group.direction {
          case .input: try driver.addInput(description)
          case .output: try driver.addOutput(description)
          }
      }
    }
  }

  /// Removes all ports but those of `groups`, whose connections are the rules from now on.
  func removeOthers(than groups: [PortGroup]) {
    let kept = Set(groups.flatMap { $0.ports.map(\.key) })
    let gone = self.groups.flatMap { group in
      group.ports.filter { !kept.contains($0.key) }.map { (group.direction, $0.key) }
    }
    driver.remove(
      inputs: gone.compactMap { $0.0 == .input ? channels[$0.1] : nil },
      outputs: gone.compactMap { $0.0 == .output ? channels[$0.1] : nil }
    )
    for (_, key) in gone { channels[key] = nil }
    self.groups = groups
    // Presets holds regular expressions that compile.
    rules = try? ConnectionRules(groups.map(ConnectionRule.init))
  }

  /// Makes the connections that are missing; returns a sentence for each that JACK refused.
  func connect() -> [String] {
    guard let rules else { return [] }
    return driver.applyConnections(rules).failed.map { connection in
      "JACK refused to connect \(connection.from) to \(connection.to)."
    }
  }

  /// The ports that a port of the rig is connected to.
  func connections(of key: PortKey) -> [String] {
    guard let channel = channels[key], let group = groups.first(where: { $0.has(key) }) else {
      return []
    }
    let name =
      group.direction == .input ? driver.inputName(channel) : driver.outputName(channel)
    return name.map { driver.connections(of: $0) } ?? []
  }

  /// The state of the server.
  func status(of server: RunningServer?) -> ServerStatus {
    ServerStatus(
      isConnected: driver.isActive && !driver.isLost,
      name: server?.name ?? "default",
      isOurs: server?.isOurs ?? false,
      client: driver.clientName,
      sampleRate_hz: driver.sampleRate.hertz,
      period_frames: driver.bufferFrames.value,
      xruns: driver.xruns,
      load_percent: driver.load * 100
    )
  }
}

extension PortGroup {
  fileprivate func has(_ key: PortKey) -> Bool {
    ports.contains { $0.key == key }
  }
}

extension ConnectionRule {
  fileprivate init(_ group: PortGroup) {
    self.init(
      direction: group.direction == .input ? .input : .output,
      channels: group.ports.map { port in
        Channel(port: port.label.name, patterns: port.patterns.map(PortMatch.init))
      }
    )
  }
}

extension PortMatch {
  fileprivate init(_ pattern: PortPattern) {
    self =
      switch pattern {
      case .exact(let name): .exact(name)
      case .glob(let glob): .glob(glob)
      case .regex(let expression): .regex(expression)
      }
  }
}
