// SPDX-License-Identifier: Apache-2.0
// What a plan is compiled from: sessions and outputs with their nodes, in words rather than
// pointers.

/// The sessions and outputs of a rig, ready to be compiled into a plan.
///
/// Sessions may hear one another, through sources and inserts, as long as none hears itself in a
/// circle; in a circle somebody would hear the cycle before. A session is inserted in one place at
/// most.
///
/// > Threading: Control.
package struct PlanDescription {
  /// One segment for each session.
  package var segments: [SegmentDescription]
  /// One bus for each output route, for each program that hears inputs, and for each bus inside of
  /// the rig.
  ///
  /// Each bus inside comes after the buses that send to it.
  package var buses: [BusDescription]
  /// The gains that segments have in common.
  package var sharedGains: [SharedGainNode] = []
  /// One for each input route that is to be metered and may be recorded.
  package var inputs: [BusDescription]
  /// The rig's own MIDI.
  package var control: ControlPorts

  /// Describes a plan.
  package init(
    segments: [SegmentDescription] = [],
    buses: [BusDescription] = [],
    inputs: [BusDescription] = [],
    control: ControlPorts = .none
  ) {
    self.control = control
    self.segments = segments
    self.buses = buses
    self.inputs = inputs
  }
}

/// A route in a plan, or a bus inside of the rig.
package struct BusDescription {
  /// The route's state in the mixer.
  package var node: BusNode
  /// The driver's channel of each channel of the route: outputs for a bus, inputs for an input.
  package var driverChannels: [Int]
  /// What the sum goes through before fader and mute: a segment in `PlanDescription.segments` that
  /// has the stage `output`.
  package var graph: Int?
  /// What everything goes through that leaves by the route, but for what measures; such a segment
  /// as well.
  package var limiter: Int?
  /// Whether it is a monitor that hears another output beside what is sent to it: sends that are
  /// `isMonitored` say what.
  package var isMonitor = false

  /// Whether it is inside of the rig: what is sent there goes on through the segment `graph`, which
  /// has the stage `bus`.
  let isInside: Bool

  /// Describes a route.
  package init(node: BusNode, driverChannels: [Int]) {
    self.node = node
    self.driverChannels = driverChannels
    isInside = false
  }

  /// Describes a bus inside of the rig, whose sum is the source `insertSend` of a segment.
  package init(node: BusNode, through segment: Int) {
    self.node = node
    driverChannels = []
    graph = segment
    isInside = true
  }
}

/// Where a segment is heard on its way out.
///
/// A session that measures is heard behind all of them.
package enum MixStage: BitwiseCopyable, Sendable {
  /// In front of an output's graph, fader and mute.
  case sum
  /// Behind them and in front of the output's limiter: interrupters.
  case direct
  /// In the sum, once its own is there: a bus.
  case bus
  /// Nowhere by itself: it is the graph or the limiter of an output, which hears that as its source
  /// `insertSend`.
  case output

  /// Whether it is rendered once there is a sum for it.
  var needsSum: Bool {
    switch self {
    case .sum, .direct: false
    case .bus, .output: true
    }
  }
}

/// A session in a plan.
package struct SegmentDescription {
  /// The session's state in the mixer.
  package var strip: StripNode
  /// Where its sound comes from.
  package var sources: [SourceDescription]
  /// Its plugins, each after all that it listens to.
  package var nodes: [NodeDescription]
  /// For each output channel what is summed into it.
  package var outputs: [[SignalReference]]
  /// For each output channel the source that it is joined with in measurement; `nil` for the
  /// sources in their order.
  package var direct: [SignalReference]?
  /// Where the output channels go.
  package var sends: [SendDescription]
  /// Where they meet the others; to begin with in the sum.
  package var stage = MixStage.sum
  /// The gains that it has in common with others, by their indices in
  /// `PlanDescription.sharedGains`.
  package var sharedGains: [Int] = []
  /// Whether it waits for what is later than itself, and others wait for it; see
  /// `LatencyCompensation`.
  package var isCompensated = true
  /// Whether others wait for it, and it for them, where its sends end.
  package var isAwaited = true
  /// Its MIDI, if it has any.
  package var midi: MIDIDescription?

  /// Describes a session.
  package init(
    strip: StripNode,
    sources: [SourceDescription] = [],
    nodes: [NodeDescription] = [],
    outputs: [[SignalReference]] = [],
    direct: [SignalReference]? = nil,
    sends: [SendDescription] = [],
    midi: MIDIDescription? = nil
  ) {
    self.midi = midi
    self.strip = strip
    self.sources = sources
    self.nodes = nodes
    self.outputs = outputs
    self.direct = direct
    self.sends = sends
  }
}

/// Where sound enters a session.
package struct SourceDescription {
  /// Where the sound comes from.
  package enum Origin {
    /// Input channels of the driver.
    case driver(channels: [Int])
    /// A player.
    case player(PlayerNode)
    /// The strip of another session in the same cycle, by its index in `PlanDescription.segments`.
    case session(Int, channels: Int, isPost: Bool)
    /// What the session sends into whose graph this one is inserted, or the output whose graph this
    /// is; there is at most one.
    case insertSend(channels: Int)
  }

  /// Where the sound comes from.
  package var origin: Origin
  /// A gain of the source's own, if it has one.
  package var gain: SourceGain?

  /// Describes a source.
  package init(_ origin: Origin, gain: SourceGain? = nil) {
    self.origin = origin
    self.gain = gain
  }

  /// Input channels of the driver.
  package static func driver(channels: [Int], gain: SourceGain? = nil) -> SourceDescription {
    SourceDescription(.driver(channels: channels), gain: gain)
  }

  /// A player.
  package static func player(_ player: PlayerNode, gain: SourceGain? = nil) -> SourceDescription {
    SourceDescription(.player(player), gain: gain)
  }

  /// The strip of another session, by its index in `PlanDescription.segments`: exact zeros while
  /// that is suspended.
  ///
  /// The *pre* signal is taken before duck, fader and mute; channels that the other session lacks
  /// are silent.
  package static func session(
    _ segment: Int,
    channels: Int,
    isPost: Bool,
    gain: SourceGain? = nil
  ) -> SourceDescription {
    SourceDescription(.session(segment, channels: channels, isPost: isPost), gain: gain)
  }

  /// What the session into whose graph this one is inserted sends; exact zeros while that is
  /// suspended or measures.
  package static func insertSend(channels: Int) -> SourceDescription {
    SourceDescription(.insertSend(channels: channels))
  }

  var channels: Int {
    switch origin {
    case .driver(let channels): channels.count
    case .player(let player): player.channels
    case .session(_, let channels, _), .insertSend(let channels): channels
    }
  }
}
