// SPDX-License-Identifier: Apache-2.0
// The rig's side of its backend: which port is which channel, and what they are connected to.

import AudioBackend
import ControlProtocol
import ControlTower
import JACKDriver
import JACKVocabulary
import Quantities
import RenderCore
import RigEngine
import RigModel

/// A rig's ports on what carries its sound.
///
/// > Threading: Control.
final class AudioLink {
  let driver: any AudioBackend
  private let names: PortNames
  private var xrunsBefore = 0
  /// The driver's channel of each registered port.
  private var registered: [PortIdentity: Int] = [:]
  private var groups: [PortGroup] = []
  private var rules: ConnectionRules?
  /// The patterns of the ports that our ports wait for, by the names of ours.
  private var patterns: [String: [String]] = [:]
  /// What the rig's ports are connected to, as it was seen last.
  private(set) var cables = Cables()
  /// What the server plays to.
  private(set) var outlet = ServerOutlet()
  /// Connections that JACK refused when it was asked last, and those that have been reported.
  private var refused: [Connection] = []
  private var toldRefused: Set<Connection> = []

  /// Prepares a link to JACK that reports to `handler`, which runs on JACK's threads.
  ///
  /// Ports have names for patchbays where those are safe, or `writesPortNames`; see
  /// `MetadataWriter`.
  convenience init(writesPortNames: Bool, handler: @escaping @Sendable (DriverEvent) -> Void) {
    let names = PortNames(isWanted: writesPortNames || JACKLibrary.isPipeWire)
    self.init(JACKDriver(metadata: { names.write($0) }, handler: handler), names)
  }

  /// Prepares a link to another backend, whose ports have no names for patchbays.
  convenience init(_ driver: any AudioBackend) { self.init(driver, PortNames(isWanted: false)) }

  private init(_ driver: any AudioBackend, _ names: PortNames) {
    (self.driver, self.names) = (driver, names)
  }

  /// Joins a server and registers the ports.
  func open(name: String, server: String?) throws(DriverError) {
    names.begin(client: name, server: server)
    do {
      try driver.open(name: name, server: server)
    } catch {
      names.end()
      throw error
    }
  }

  /// Leaves the graph, then, after `body`, the server; the caller's actor is free meanwhile.
  nonisolated(nonsending) func end(
    afterDeactivation body: nonisolated(nonsending) () async -> Void
  ) async {
    await driver.end(afterDeactivation: body)
    close()
  }

  /// Leaves the server.
  func close() {
    driver.close()
    names.end()
    cables = Cables()
  }

  /// All ports of the server; their names tell what the server plays to.
  func presentPorts() -> [PresentPort] {
    let ports = driver.presentPorts()
    outlet.look(at: ports)
    return ports
  }

  /// Finds out what the joined server plays to; `device` is that of a server of ours.
  func look(atServerOn device: String?) {
    outlet = ServerOutlet(ownDevice: device)
    _ = presentPorts()
  }

  /// Whether a route plays to ports that nobody hears.
  var playsToNobody: Bool { cables.reach(outlet.unheard) }

  /// Adds the ports that are new in `groups`; ports that are not needed any more stay until
  /// `removeOthers`.
  ///
  /// Only an old port whose name a new one takes goes at once: JACK allows each name once.
  func add(_ groups: [PortGroup]) throws(DriverError) {
    for group in groups {
      for port in group.ports {
        let identity = PortIdentity(group, port)
        guard registered[identity] == nil else { continue }
        remove(registered.keys.filter { $0.name == identity.name }).perform()
        let description = Port(
          name: port.label.name,
          prettyName: port.label.prettyName,
          order: registered.count,
          kind: identity.kind,
          group: port.label.owner
        )
        registered[identity] =
          switch group.direction {
          case .input: try driver.addInput(description)
          case .output: try driver.addOutput(description)
          }
      }
    }
  }

  /// The driver's channels of the ports of `groups` that have been added.
  func channels(of groups: [PortGroup]) -> [PortKey: Int] {
    var channels: [PortKey: Int] = [:]
    for group in groups {
      for port in group.ports { channels[port.key] = registered[PortIdentity(group, port)] }
    }
    return channels
  }

  private func remove(_ ports: some Sequence<PortIdentity>) -> ServerTask<Void> {
    let gone = ports.filter { registered[$0] != nil }
    let task = driver.removal(
      inputs: gone.filter { $0.direction == .input }.compactMap { registered[$0] },
      outputs: gone.filter { $0.direction == .output }.compactMap { registered[$0] }
    )
    for identity in gone { registered[identity] = nil }
    return task
  }

  /// Lets go of all ports but those of `groups`, whose connection rules hold from now on; the
  /// request that is returned must run before any port is added.
  func removeOthers(than groups: [PortGroup]) -> ServerTask<Void> {
    let kept = Set(groups.flatMap { group in group.ports.map { PortIdentity(group, $0) } })
    let task = remove(registered.keys.filter { !kept.contains($0) })
    self.groups = groups
    // Presets hold only regular expressions that compile.
    rules = try? ConnectionRules(groups.map(ConnectionRule.init))
    return task
  }

  /// A request for the connections that are missing; ports in `leaving` count as gone.
  func connecting(leaving: Set<String>) -> ServerTask<ConnectionReport>? {
    names.flush()
    return rules.map { driver.connecting($0, leaving: leaving) }
  }

  /// Notes the result of making connections; returns what has become worse since the last call, in
  /// sentences.
  func note(_ result: ConnectionReport) -> [String] {
    driver.note(result)
    cables.note(result)
    // A connection that is refused only once had a port that was coming or going.
    let obstinate = result.failed.filter { refused.contains($0) }
    let fresh = obstinate.filter { !toldRefused.contains($0) }.map { connection in
      "JACK refuses to connect \(connection.from) to \(connection.to)."
    }
    (refused, toldRefused) = (result.failed, Set(obstinate))
    let before = patterns
    patterns = Dictionary(grouping: result.waiting, by: \.port).mapValues { $0.map(\.pattern.text) }
    let waits = patterns.keys.sorted().compactMap { port -> String? in
      let new = (patterns[port] ?? []).filter { before[port]?.contains($0) != true }
      return new.isEmpty ? nil : "\(port) waits for \(new.joined(separator: ", "))"
    }
    let hint = fresh.isEmpty ? [] : [Self.selfConnectHint]
    return fresh + hint + (waits.isEmpty ? [] : [waits.joined(separator: "; ") + "."])
  }

  /// What the user may do where JACK does not connect the rig's ports.
  static let selfConnectHint =
    "A jackd that was started with -a keeps clients from connecting their ports: start it without, or connect them by hand."

  /// Whether JACK has refused a connection, so that it is worth trying again.
  var isRefused: Bool { !refused.isEmpty }

  /// The patterns of the ports that the rig's ports wait for.
  var waiting: [PortKey: [String]] {
    var waiting: [PortKey: [String]] = [:]
    for port in groups.flatMap(\.ports) { waiting[port.key] = patterns[port.label.name] }
    return waiting
  }

  /// A request that reads what the rig's ports are connected to; its answer goes to `note`.
  func readingConnections() -> ServerTask<[String: [String]]> {
    driver.readingConnections(of: Array(portNames.values))
  }

  /// Notes what the rig's ports are connected to, by full names; ports in `leaving` count as gone.
  func note(_ seen: [String: [String]], leaving: Set<String>) {
    cables.note(seen, of: portNames, leaving: leaving)
  }

  /// The full names of the rig's ports.
  private var portNames: [PortKey: String] {
    var names: [PortKey: String] = [:]
    for group in groups {
      for (key, channel) in channels(of: [group]) {
        names[key] =
          group.direction == .input ? driver.inputName(channel) : driver.outputName(channel)
      }
    }
    return names
  }

  /// How long sound takes from its input to a session, and from the session to where it is heard.
  func latencies(
    of id: SessionID,
    _ engine: Engine
  ) -> (input: Seconds, output: Seconds) {
    guard let route = (try? engine.tower.actualHardware(for: id))?.route else {
      return (.zero, .zero)
    }
    func longest(_ ports: [PortID], _ latency: (Int) -> Int?) -> Seconds {
      let frames = ports.compactMap { port -> Int? in
        engine.context.channels[.route(port.name, channel: 0)].flatMap(latency)
      }
      return FrameCount(frames.max() ?? 0).seconds(at: engine.sampleRate)
    }
    return (
      longest(route.inputs) { driver.captureLatency(input: $0)?.longest.value },
      longest(route.outputs) { driver.playbackLatency(output: $0)?.longest.value }
    )
  }

  /// Resets the count of xruns.
  func resetXruns() {
    xrunsBefore = driver.xruns
  }

  /// The state of the server; `isLost` says whether the sessions know already that it is gone.
  func status(of server: RunningServer?, isLost: Bool) -> ServerStatus {
    ServerStatus(
      isConnected: driver.isActive && !isLost,
      name: server?.realName ?? "",
      isOurs: server?.isOurs ?? false,
      driver: outlet.driver?.name,
      device: outlet.driver?.device,
      client: driver.clientName,
      sampleRate_hz: driver.sampleRate.hertz,
      period_frames: driver.bufferFrames.value,
      xruns: driver.xruns - xrunsBefore,
      load_percent: driver.load * 100
    )
  }
}

/// What identifies a port of ours in JACK; the part of a rig that it belongs to may change.
private struct PortIdentity: Hashable {
  let direction: Route.Direction
  let kind: PortKind
  let name: String

  init(_ group: PortGroup, _ port: PortRequest) {
    direction = group.direction
    kind = group.kind
    name = port.label.name
  }
}

extension PortGroup {
  fileprivate var kind: PortKind { carriesMIDI ? .midi : .audio }
}

extension ConnectionRule {
  init(_ group: PortGroup) {
    self.init(
      direction: group.direction == .input ? .input : .output,
      kind: group.kind,
      channels: group.ports.map { port in
        Channel(port: port.label.name, patterns: port.patterns)
      }
    )
  }
}
