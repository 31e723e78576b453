// SPDX-License-Identifier: Apache-2.0
// What a plan is compiled from: the steps of a session's graph, and where its sound goes.

package import Quantities

/// A step of a session's graph.
package struct NodeDescription {
  /// What a node does.
  package enum Work {
    /// Runs a plugin.
    case plugin(PluginNode)
    /// Sends the signal through the session at that index in `PlanDescription.segments` and takes
    /// it back.
    case insert(Int, channels: Int, gate: SourceGain?, past: PathDelay?)
    /// Delays its inputs, of which each is one signal.
    case delay(PathDelay, channels: Int)
    /// Hands its inputs and the session's MIDI to another process, and takes what has come back.
    case exchange(RelayNode)
  }

  /// What the node does.
  package var work: Work
  /// For each of its audio inputs, in port order, what is summed into it; nothing is silence.
  package var inputs: [[SignalReference]]
  /// For each port in `PluginNode.midiInputs` the streams that it hears.
  package var midi: [[MIDIReference]] = []
  /// How much later each of its outputs is than its inputs; those that are not named are not.
  ///
  /// An insert's follow from the other session.
  package var latencies: [Latency] = []

  /// Describes a plugin of the session.
  package init(
    plugin: PluginNode,
    inputs: [[SignalReference]],
    midi: [[MIDIReference]] = []
  ) {
    work = .plugin(plugin)
    self.inputs = inputs
    self.midi = midi
  }

  /// Describes the point where another session is inserted, with as many outputs as inputs.
  ///
  /// The other session gets the inputs as its source `insertSend` and is rendered here, without
  /// latency. What comes back is its *pre* signal. While it is suspended or silenced, or `gate` is
  /// 0, the inputs pass unchanged; its own gates and this one crossfade between the two. With
  /// `gate` at 0 it gets exact zeros. What passes is as late as `past` says, so that the two agree.
  package init(
    insert segment: Int,
    gate: SourceGain? = nil,
    past: PathDelay? = nil,
    inputs: [[SignalReference]]
  ) {
    work = .insert(segment, channels: inputs.count, gate: gate, past: past)
    self.inputs = inputs
  }

  /// Describes a graph that another process runs; a session has at most one such node.
  package init(relay: RelayNode, inputs: [[SignalReference]]) {
    work = .exchange(relay)
    self.inputs = inputs
  }

  init(delay: PathDelay, inputs: [[SignalReference]]) {
    work = .delay(delay, channels: inputs.count)
    self.inputs = inputs
  }

  var outputs: Int {
    switch work {
    case .exchange(let relay): relay.outputs
    case .plugin(let plugin): plugin.audioOutputs.count
    case .insert(_, let channels, _, _), .delay(_, let channels): channels
    }
  }
}

/// Something that can be listened to inside a session; channels and ports count from 0.
package enum SignalReference: Hashable {
  /// A channel of a source.
  case source(Int, channel: Int)
  /// An audio output of a node, by its index in `PluginNode.audioOutputs`, or a channel of an
  /// insert.
  case node(Int, output: Int)
}

/// A way from a session's outputs to a bus; channels count from 0.
package struct SendDescription {
  /// The send's level.
  package var node: SendNode
  /// The bus, by its index in `PlanDescription.buses`.
  package var bus: Int
  /// Whether the signal is taken after duck, fader and mute.
  package var isPost: Bool
  /// Whether the crossfader acts on it.
  package var followsCrossfader = false
  /// Whether it goes to what the bus monitors: channel 0 is the left side, 1 the right one.
  package var isMonitored = false
  /// Whether no balance acts on it: it is a twin of one to an output of one channel.
  package var isCentred = false
  /// Pairs of an output channel of the session and a channel of the bus.
  package var map: [(from: Int, to: Int)]
  /// What delays each pair of `map`, in front of the level; `nil` for nothing.
  var delay: PathDelay?

  /// Describes a send.
  package init(node: SendNode, bus: Int, isPost: Bool, map: [(from: Int, to: Int)]) {
    self.node = node
    self.bus = bus
    self.isPost = isPost
    self.map = map
  }
}
