// SPDX-License-Identifier: Apache-2.0
// The processing of a session, resolved: every node is one plugin instance and knows where its
// inputs come from.

package import ControlTower

/// The plugins of a session, in execution order.
///
/// A chain, and nodes with connections, both end up here; a mono plugin in a stereo place becomes
/// one node for each channel.
package struct Graph: Hashable, Codable, Sendable {
  /// The plugin instances, each after all that it listens to.
  package var nodes: [Node] = []
  /// The other sessions that the sound passes through, in execution order.
  package var inserts: [Insert] = []
  /// For each output channel the signals that are summed into it.
  package var outputs: [[Signal]] = []
  /// The streams of the session's MIDI output.
  package var midi: [MIDISignal] = []
  /// Whether latencies are compensated where signals meet, here and where its sends end.
  package var isCompensated = true

  /// Makes a graph without nodes and outputs.
  package init() {}

  /// The channels of other sessions that plugins hear, each once.
  package var sideChainSignals: [Signal] {
    var seen: Set<Signal> = []
    let heard = nodes.flatMap { node in
      node.inputs.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    return heard.filter { signal in
      if case .session = signal { seen.insert(signal).inserted } else { false }
    }
  }

  /// One plugin instance.
  package struct Node: Hashable, Codable, Sendable {
    /// The id in the preset; instances that double one plugin share it.
    package var id: String
    /// The URI of the plugin.
    package var plugin: String
    /// For each audio input port of the plugin, by symbol, the signals that are summed into it.
    package var inputs: [String: [Signal]]
    /// For MIDI input ports of the plugin, by symbol, the streams that they get.
    package var midi: [String: [MIDISignal]] = [:]
    /// The values of control input ports that the preset sets, by symbol.
    package var values: [String: Float]
    /// The values of parameters that the preset sets, as text, by URI.
    package var parameters: [String: String] = [:]
    /// What the plugin starts with, before these values are set.
    package var start: Start?
    /// The plugin that runs while the session does not hold the token that the node needs (HWC-03).
    package var shared: SharedVariant?

    /// Makes a node.
    package init(id: String, plugin: String, inputs: [String: [Signal]], values: [String: Float]) {
      self.id = id
      self.plugin = plugin
      self.inputs = inputs
      self.values = values
    }
  }

  /// The plugin that runs in place of one that needs a token.
  package struct SharedVariant: Hashable, Codable, Sendable {
    /// The token that the node's own plugin needs.
    package var token: ExclusiveToken
    /// The URI of the plugin that runs without the token.
    package var plugin: String
    /// The audio port symbols of this plugin, by those of the node's plugin.
    package var ports: [String: String]
    /// The values of this plugin's control input ports that the preset sets, by symbol.
    package var values: [String: Float]
    /// The values of its parameters that the preset sets, as text, by URI.
    package var parameters: [String: String]

    /// Makes a variant.
    package init(
      token: ExclusiveToken,
      plugin: String,
      ports: [String: String],
      values: [String: Float] = [:],
      parameters: [String: String] = [:]
    ) {
      self.token = token
      self.plugin = plugin
      self.ports = ports
      self.values = values
      self.parameters = parameters
    }
  }

  /// What a plugin starts with instead of its defaults.
  package enum Start: Hashable, Codable, Sendable {
    /// One of its presets, by URI.
    case preset(String)
    /// The state that was saved in a folder.
    case state(folder: String)
  }

  /// A session that processes sound for this one and gives it back (IAA-02).
  package struct Insert: Hashable, Codable, Sendable {
    /// The name of the session, whose only source is `insert`.
    package var session: String
    /// How many nodes of this graph run before it.
    package var position: Int
    /// For each channel of that source the signals that are summed into it.
    package var inputs: [[Signal]]

    /// Makes an insert.
    package init(session: String, position: Int, inputs: [[Signal]]) {
      self.session = session
      self.position = position
      self.inputs = inputs
    }
  }

  /// A stream of MIDI.
  package enum MIDISignal: Hashable, Codable, Sendable {
    /// The session's MIDI input.
    case input
    /// The output of a port, given by its symbol, of the node at an index of `nodes`.
    case node(Int, port: String)
  }

  /// Something that can be listened to.
  package enum Signal: Hashable, Codable, Sendable {
    /// A channel (from 1) of the source at an index of `Session.sources`.
    case source(Int, channel: Int)
    /// An audio output port, by symbol, of the node at an index of `nodes`.
    case node(Int, port: String)
    /// A channel (from 1) that comes back from the insert at an index of `inserts`.
    case insert(Int, channel: Int)
    /// A channel (from 1) of another session, at a point of its strip; only side chains listen to
    /// it.
    ///
    /// It is no source: no rule connects the two sessions, and it is silent while the other session
    /// is.
    case session(String, channel: Int, tap: Send.Tap)
  }
}
