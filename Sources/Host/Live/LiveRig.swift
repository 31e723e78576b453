// SPDX-License-Identifier: Apache-2.0
// The rig that is up, and the plan that the renderer is to execute for it.

import LV2Hosting
import Presets
import Quantities
import RenderCore

/// The routes and sessions of the running rig.
///
/// > Threading: Control.
struct LiveRig {
  var rig: Rig
  var routes: [LiveRoute]
  var sessions: [LiveSession]

  /// All ports that the rig needs, in the order in which people read them.
  var ports: [PortGroup] {
    routes.map(\.ports) + sessions.flatMap(\.ports)
  }

  func session(_ name: String) -> LiveSession? {
    sessions.first { $0.name == name }
  }

  func route(_ name: String) -> LiveRoute? {
    routes.first { $0.route.name == name }
  }

  /// What the renderer has to do, with the driver's `channels` for the rig's ports.
  func plan(channels: [PortKey: Int]) -> PlanDescription {
    let outputs = routes.filter(\.isOutput)
    func bus(_ route: LiveRoute) -> BusDescription {
      BusDescription(
        node: route.bus,
        driverChannels: route.route.channels.indices.map {
          channels[.route(route.route.name, channel: $0)] ?? DriverBlock.noChannel
        }
      )
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: outputs.enumerated().map { ($0.element.route.name, $0.offset) }
    )
    return PlanDescription(
      segments: sessions.map { segment($0, channels: channels, buses: numbers) },
      buses: outputs.map(bus),
      inputs: routes.filter { !$0.isOutput }.map(bus)
    )
  }

  /// The frames that plugins add on the way to each output channel of the driver.
  func latencies(channels: [PortKey: Int]) -> [Int: FrameCount] {
    var result: [Int: FrameCount] = [:]
    for live in sessions {
      let delays = live.outputLatencies()
      for send in live.session.sends {
        let stream = live.session.streams.first { $0.name == send.stream }?.channels ?? []
        for pair in send.map {
          guard let channel = channels[.route(send.route, channel: pair.to - 1)] else { continue }
          let delay = delays[stream[pair.from - 1] - 1]
          if delay > .zero { result[channel] = max(delay, result[channel] ?? .zero) }
        }
      }
    }
    return result
  }

  private func segment(
    _ live: LiveSession,
    channels: [PortKey: Int],
    buses: [String: Int]
  ) -> SegmentDescription {
    SegmentDescription(
      strip: live.strip,
      sources: live.session.sources.enumerated().map { index, source in
        self.source(source, player: live.players[index], of: live, channels: channels)
      },
      nodes: live.plugins.enumerated().map { index, plugin in
        node(plugin, live.session.graph.nodes[index], of: live)
      },
      outputs: live.session.graph.outputs.map { $0.flatMap { signals($0, of: live) } },
      direct: live.session.sources.enumerated().flatMap { index, source in
        (1..<source.channels + 1).flatMap { signals(.source(index, channel: $0), of: live) }
      },
      sends: zip(live.session.sends, live.sends).compactMap { send, node in
        buses[send.route].map { self.send(send, node: node, bus: $0, of: live.session) }
      }
    )
  }

  private func source(
    _ source: Source,
    player: LivePlayer?,
    of live: LiveSession,
    channels: [PortKey: Int]
  ) -> SourceDescription {
    if let player { return .player(player.node) }
    let keys: [PortKey] =
      switch source.kind {
      case .route(let route, let numbers):
        numbers.map { .route(route, channel: $0 - 1) }
      case .jack, .player, .session, .insert:
        (0..<source.channels).map {
          .source(session: live.name, source: source.name, channel: $0)
        }
      }
    return .driver(channels: keys.map { channels[$0] ?? DriverBlock.noChannel })
  }

  private func node(
    _ plugin: LivePlugin,
    _ node: Graph.Node,
    of live: LiveSession
  ) -> NodeDescription {
    NodeDescription(
      plugin: plugin.instance.node,
      inputs: plugin.instance.info.audioSymbols(.input).map { symbol in
        (node.inputs[symbol] ?? []).flatMap { signals($0, of: live) }
      }
    )
  }

  private func signals(_ signal: Graph.Signal, of live: LiveSession) -> [SignalReference] {
    switch signal {
    case .source(let index, let channel):
      // A mono file stands in every channel of its source.
      let isMono = live.players[index]?.node.channels == 1
      return [.source(index, channel: isMono ? 0 : channel - 1)]
    case .node(let index, let port):
      let outputs = live.plugins[index].instance.info.audioSymbols(.output)
      guard let output = outputs.firstIndex(of: port) else {
        preconditionFailure("the preset checker lets only existing ports pass")
      }
      return [.node(index, output: output)]
    case .insert(let index, let channel):
      // Until the renderer knows inserts the sound goes past them.
      let inputs = live.session.graph.inserts[index].inputs
      return channel <= inputs.count ? inputs[channel - 1].flatMap { signals($0, of: live) } : []
    }
  }

  private func send(
    _ send: Send,
    node: SendNode,
    bus: Int,
    of session: Session
  ) -> SendDescription {
    let stream = session.streams.first { $0.name == send.stream }?.channels ?? []
    return SendDescription(
      node: node,
      bus: bus,
      isPost: send.tap == .post,
      map: send.map.map { (stream[$0.from - 1] - 1, $0.to - 1) }
    )
  }
}

extension PluginInfo {
  /// The symbols of the audio ports of one direction, in port order.
  fileprivate func audioSymbols(_ direction: Direction) -> [String] {
    ports.filter { $0.kind == .audio && $0.direction == direction }.map(\.symbol)
  }
}
