// SPDX-License-Identifier: Apache-2.0
// A channel as the renderer is to execute it: sources, voice processing, plugins, inserts, sends.

import ControlTower
import LV2Hosting
import Quantities
package import RenderCore
import RigModel

/// Turns a live channel into a segment of a plan.
package struct SegmentPlan {
  /// Where things are in the plan.
  package struct Indices {
    /// The driver's channel of each port.
    let channels: [PortKey: Int]
    /// The index of each session.
    let segments: [String: Int]
    /// The index of each output route, and how many channels it has.
    let buses: [String: Int]
    let widths: [String: Int]
    /// The index of the output that hears another one beside what is cued.
    let monitor: Int?
    /// The index of the bus of each session whose program hears.
    let captures: [String: Int]

    /// Says where everything is.
    package init(
      channels: [PortKey: Int],
      segments: [String: Int] = [:],
      buses: [String: Int] = [:],
      widths: [String: Int] = [:],
      monitor: Int? = nil,
      captures: [String: Int] = [:]
    ) {
      (self.channels, self.segments) = (channels, segments)
      (self.buses, self.widths, self.monitor) = (buses, widths, monitor)
      self.captures = captures
    }
  }

  let live: LiveChannel
  let indices: Indices

  package init(_ live: LiveChannel, _ indices: Indices) {
    self.live = live
    self.indices = indices
  }

  package var segment: SegmentDescription {
    let channel = live.current
    var segment = SegmentDescription(
      strip: live.strip,
      sources: channel.sources.indices.map(source) + sideChains.map(sideChain),
      nodes: voiceNodes + nodes,
      outputs: outputs,
      direct: channel.sources.enumerated().flatMap { index, source in
        (1..<source.channels + 1).map { input(index, channel: $0) }
      },
      sends: live.liveSends.compactMap(send) + capture,
      midi: midi
    )
    segment.isCompensated = channel.graph.isCompensated
    if channel.entry == .post { segment.stage = .direct }
    return segment
  }

  // MARK: Sources

  private func source(at index: Int) -> SourceDescription {
    let source = live.current.sources[index]
    let gain = live.nodes.gains[index]
    if let player = live.players[index] { return .player(player.node, gain: gain) }
    switch source.kind {
    case .session(let name, let numbers, let tap):
      return .session(
        indices.segments[name] ?? 0,
        channels: numbers.max() ?? 1,
        isPost: tap == .post,
        gain: gain
      )
    case .insert:
      return .insertSend(channels: source.channels)
    case .silent:
      let none = Array(repeating: DriverBlock.noChannel, count: source.channels)
      return .driver(channels: none, gain: gain)
    case .route(Send.currentRoute, let numbers):
      return followed(numbers, gain)
    case .route(let route, let numbers):
      return driver(numbers.map { .route(route, channel: $0 - 1) }, gain)
    case .jack, .player:
      return driver(
        (0..<source.channels).map {
          .source(session: live.name, source: source.name, channel: $0)
        },
        gain
      )
    }
  }

  /// Channels of the input to which the session is routed, as far as it has them; a mono one feeds
  /// all.
  private func followed(_ numbers: [Int], _ gain: SourceGain) -> SourceDescription {
    guard let input = live.variants.chosen.input?.name else {
      return .driver(channels: numbers.map { _ in DriverBlock.noChannel }, gain: gain)
    }
    let isMono = indices.channels[.route(input, channel: 1)] == nil
    return driver(numbers.map { .route(input, channel: isMono ? 0 : $0 - 1) }, gain)
  }

  private func driver(_ keys: [PortKey], _ gain: SourceGain) -> SourceDescription {
    .driver(channels: keys.map { indices.channels[$0] ?? DriverBlock.noChannel }, gain: gain)
  }

  // MARK: Side chains

  /// A point of another session's strip.
  private struct StripTap: Hashable {
    let session: String
    let tap: Send.Tap
  }

  /// What the plugins' side chains listen to: sources behind those of the session, which
  /// measurement leaves out.
  private var sideChains: [StripTap] {
    var seen: Set<StripTap> = []
    return heardSessions.map(\.tap).filter { seen.insert($0).inserted }
  }

  private var heardSessions: [(tap: StripTap, channel: Int)] {
    live.current.graph.nodes.flatMap { node in
      node.inputs.sorted { $0.key < $1.key }.flatMap(\.value)
    }.compactMap { signal in
      guard case .session(let name, let channel, let tap) = signal else { return nil }
      return (StripTap(session: name, tap: tap), channel)
    }
  }

  private func sideChain(_ tap: StripTap) -> SourceDescription {
    .session(
      indices.segments[tap.session] ?? 0,
      channels: heardSessions.filter { $0.tap == tap }.map(\.channel).max() ?? 1,
      isPost: tap.tap == .post
    )
  }

  /// A channel (from 1) of a source, as it comes in.
  private func input(_ index: Int, channel: Int) -> SignalReference {
    if case .session(_, let numbers, _) = live.current.sources[index].kind {
      return .source(index, channel: numbers[channel - 1] - 1)
    }
    return .source(index, channel: channel - 1)
  }

  // MARK: Voice processing

  /// One chain for each channel of an input, all before the session's own graph.
  private var voiceNodes: [NodeDescription] {
    var first = 0
    return live.runningVoice.flatMap { chain in
      defer { first += chain.plugins.count }
      return zip(chain.graph.nodes, chain.plugins).map { node, plugin in
        describe(
          plugin.instance,
          inputs: plugin.instance.info.audioSymbols(.input).map { symbol in
            (node.inputs[symbol] ?? []).map { voiceSignal($0, of: chain, first: first) }
          }
        )
      }
    }
  }

  private func voiceSignal(
    _ signal: Graph.Signal,
    of chain: VoiceChain,
    first: Int
  ) -> SignalReference {
    guard case .node(let index, let port) = signal else {
      return input(chain.source, channel: chain.channel)
    }
    return .node(first + index, output: chain.plugins[index].instance.output(port))
  }

  /// A channel of a source as the session's graph hears it.
  func heard(_ index: Int, channel: Int) -> [SignalReference] {
    var first = 0
    for chain in live.runningVoice {
      if chain.source == index, chain.channel == channel {
        return (chain.graph.outputs.first ?? []).map { voiceSignal($0, of: chain, first: first) }
      }
      first += chain.plugins.count
    }
    return [input(index, channel: channel)]
  }

  // MARK: The graph

  private var outputs: [[SignalReference]] {
    let outputs = live.current.graph.outputs
    return live.isolated == nil ? outputs.map { $0.flatMap(signals) } : returned
  }

  var voiceCount: Int { live.runningVoice.map(\.plugins.count).reduce(0, +) }

  private var nodes: [NodeDescription] {
    if let isolated = live.isolated { return [exchange(with: isolated)] }
    let graph = live.current.graph
    var nodes: [NodeDescription] = []
    for position in 0...graph.nodes.count {
      nodes += graph.inserts.filter { $0.position == position }.map(insert)
      if position < graph.nodes.count { nodes.append(node(at: position)) }
    }
    return nodes
  }

  private func node(at index: Int) -> NodeDescription {
    let (node, plugin) = (live.current.graph.nodes[index], live.plugins[index])
    let running = live.running(plugin)
    // The variant's ports have their own names.
    let names = running === plugin.instance ? [:] : node.shared?.ports ?? [:]
    let inputs = Dictionary(
      node.inputs.map { (names[$0.key] ?? $0.key, $0.value) },
      uniquingKeysWith: { $0 + $1 }
    )
    let midi = Dictionary(
      node.midi.map { (names[$0.key] ?? $0.key, $0.value) },
      uniquingKeysWith: { $0 + $1 }
    )
    return describe(
      running,
      inputs: running.info.audioSymbols(.input).map { (inputs[$0] ?? []).flatMap(signals) },
      midi: running.planned.midiInputs.map { (midi[$0.symbol] ?? []).compactMap(stream) }
    )
  }

  /// A plugin, with what it says of its latency.
  private func describe(
    _ plugin: any HostedPlugin,
    inputs: [[SignalReference]],
    midi: [[MIDIReference]] = []
  ) -> NodeDescription {
    var node = NodeDescription(plugin: plugin.planned, inputs: inputs, midi: midi)
    node.latencies = plugin.planned.audioOutputs.map { _ in Latency(plugin.latency) }
    return node
  }

  private func insert(_ insert: Graph.Insert) -> NodeDescription {
    NodeDescription(
      insert: indices.segments[insert.session] ?? 0,
      gate: live.nodes.insertGates[insert.session],
      past: live.nodes.insertDelays[insert.session],
      inputs: insert.inputs.map { $0.flatMap(signals) }
    )
  }

  func signals(_ signal: Graph.Signal) -> [SignalReference] {
    let graph = live.current.graph
    switch signal {
    case .source(let index, let channel):
      return heard(index, channel: channel)
    case .node(let index, let port):
      let before = graph.inserts.count { $0.position <= index }
      let plugin = live.plugins[index]
      let running = live.running(plugin)
      let names = running === plugin.instance ? [:] : graph.nodes[index].shared?.ports ?? [:]
      return [.node(voiceCount + index + before, output: running.output(names[port] ?? port))]
    case .insert(let index, let channel):
      // Inserts are in execution order, so those before it in the list are before it in the plan.
      let number = voiceCount + graph.inserts[index].position + index
      return [.node(number, output: channel - 1)]
    case .session(let name, let channel, let tap):
      let number = sideChains.firstIndex(of: StripTap(session: name, tap: tap)) ?? 0
      return [.source(live.current.sources.count + number, channel: channel - 1)]
    }
  }

  // MARK: MIDI

  private var midi: MIDIDescription? {
    guard let node = live.midi else { return nil }
    return MIDIDescription(
      node: node,
      input: indices.channels[.midi(session: live.name, .input)],
      output: indices.channels[.midi(session: live.name, .output)],
      sent: live.isolated == nil ? live.current.graph.midi.compactMap(stream) : returnedMIDI
    )
  }

  /// A stream; `nil` where the plugin that runs has no such port.
  private func stream(_ signal: Graph.MIDISignal) -> MIDIReference? {
    guard case .node(let index, let port) = signal else { return .input }
    let graph = live.current.graph
    let (plugin, node) = (live.plugins[index], graph.nodes[index])
    let running = live.running(plugin)
    let symbol = running === plugin.instance ? port : node.shared?.ports[port] ?? port
    let output = running.planned.midiOutputs.firstIndex { $0.symbol == symbol }
    let before = graph.inserts.count { $0.position <= index }
    return output.map { .node(voiceCount + index + before, output: $0) }
  }

  // MARK: Sends

  /// The way to its program, which hears its inputs whatever its output is turned to.
  private var capture: [SendDescription] {
    guard let capture = live.nodes.capture, let bus = indices.captures[live.name] else {
      return []
    }
    let map = live.current.captured.enumerated().map { ($1 - 1, $0) }
    return [SendDescription(node: capture.send, bus: bus, isPost: false, map: map)]
  }

  private func send(_ liveSend: LiveSend) -> SendDescription? {
    guard let output = indices.buses[liveSend.route], let width = indices.widths[liveSend.route],
      let bus = liveSend.monitor != nil ? indices.monitor : output
    else { return nil }
    let send = live.current.sends[liveSend.send]
    let stream = live.current.channels(of: send)
    let map = send.map(onto: width).filter { $0.to <= width }.flatMap { pair in
      let places = liveSend.monitor != nil ? monitored(pair.to - 1, of: width) : [pair.to - 1]
      return places.map { (stream[pair.from - 1] - 1, $0) }
    }
    let isPost = send.tap == .post
    var description = SendDescription(node: liveSend.node, bus: bus, isPost: isPost, map: map)
    description.followsCrossfader = send.followsCrossfader
    description.isMonitored = liveSend.monitor != nil
    description.isCentred = liveSend.monitor != nil && width == 1
    return description
  }

  /// The sides, 0 and 1, on which a monitor hears a channel of an output so wide.
  private func monitored(_ channel: Int, of width: Int) -> [Int] {
    width == 1 ? [0, 1] : [channel & 1]
  }
}

extension HostedPlugin {
  /// What the plan runs.
  fileprivate var planned: PluginNode {
    guard let localNode else { preconditionFailure("a plan runs what is in its own process") }
    return localNode
  }

  /// The index of an audio output among the plugin's audio outputs.
  fileprivate func output(_ symbol: String) -> Int {
    guard let output = info.audioSymbols(.output).firstIndex(of: symbol) else {
      preconditionFailure("the preset checker lets only existing ports pass")
    }
    return output
  }
}

extension PluginInfo {
  /// The symbols of the audio ports of one direction, in port order.
  fileprivate func audioSymbols(_ direction: Direction) -> [String] {
    ports.filter { $0.kind == .audio && $0.direction == direction }.map(\.symbol)
  }
}
