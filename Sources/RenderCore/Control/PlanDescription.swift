// SPDX-License-Identifier: Apache-2.0
// What a plan is compiled from: sessions and outputs with their nodes, in words rather than pointers.

/// The sessions and outputs of a rig, ready to be compiled into a plan.
///
/// > Threading: Control.
public struct PlanDescription {
  /// One segment for each session.
  public var segments: [SegmentDescription]
  /// One bus for each output route.
  public var buses: [BusDescription]
  /// One for each input route that is to be metered and may be recorded.
  public var inputs: [BusDescription]

  /// Describes a plan.
  public init(
    segments: [SegmentDescription] = [],
    buses: [BusDescription] = [],
    inputs: [BusDescription] = []
  ) {
    self.segments = segments
    self.buses = buses
    self.inputs = inputs
  }
}

/// A route in a plan.
public struct BusDescription {
  /// The route's state in the mixer.
  public var node: BusNode
  /// The driver's channel of each channel of the route: outputs for a bus, inputs for an input.
  public var driverChannels: [Int]

  /// Describes a bus.
  public init(node: BusNode, driverChannels: [Int]) {
    self.node = node
    self.driverChannels = driverChannels
  }
}

/// A session in a plan.
public struct SegmentDescription {
  /// The session's state in the mixer.
  public var strip: StripNode
  /// Where its sound comes from.
  public var sources: [SourceDescription]
  /// Its plugins, each after all that it listens to.
  public var nodes: [NodeDescription]
  /// For each output channel what is summed into it.
  public var outputs: [[SignalReference]]
  /// For each output channel the source that it is joined with in measurement; `nil` for the sources in their order.
  public var direct: [SignalReference]?
  /// Where the output channels go.
  public var sends: [SendDescription]

  /// Describes a session.
  public init(
    strip: StripNode,
    sources: [SourceDescription] = [],
    nodes: [NodeDescription] = [],
    outputs: [[SignalReference]] = [],
    direct: [SignalReference]? = nil,
    sends: [SendDescription] = []
  ) {
    self.strip = strip
    self.sources = sources
    self.nodes = nodes
    self.outputs = outputs
    self.direct = direct
    self.sends = sends
  }
}

/// Where sound enters a session.
public enum SourceDescription {
  /// Input channels of the driver.
  case driver(channels: [Int])
  /// A player.
  case player(PlayerNode)

  var channels: Int {
    switch self {
    case .driver(let channels): channels.count
    case .player(let player): player.channels
    }
  }
}

/// A plugin in a session.
public struct NodeDescription {
  /// The plugin.
  public var plugin: PluginNode
  /// For each of its audio inputs, in port order, what is summed into it; nothing is silence.
  public var inputs: [[SignalReference]]

  /// Describes a node.
  public init(plugin: PluginNode, inputs: [[SignalReference]]) {
    self.plugin = plugin
    self.inputs = inputs
  }
}

/// Something that can be listened to inside a session; channels and ports count from 0.
public enum SignalReference: Hashable {
  /// A channel of a source.
  case source(Int, channel: Int)
  /// An audio output of a node, by its place in `PluginNode.audioOutputs`.
  case node(Int, output: Int)
}

/// A way from a session's outputs to a bus; channels count from 0.
public struct SendDescription {
  /// The send's level.
  public var node: SendNode
  /// The bus, by its place in `PlanDescription.buses`.
  public var bus: Int
  /// Whether the signal is taken after duck, fader and mute.
  public var isPost: Bool
  /// Pairs of an output channel of the session and a channel of the bus.
  public var map: [(from: Int, to: Int)]

  /// Describes a send.
  public init(node: SendNode, bus: Int, isPost: Bool, map: [(from: Int, to: Int)]) {
    self.node = node
    self.bus = bus
    self.isPost = isPost
    self.map = map
  }
}
