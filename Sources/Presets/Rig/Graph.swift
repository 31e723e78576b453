// SPDX-License-Identifier: Apache-2.0
// The processing of a session, resolved: every node is one plugin instance and knows where its inputs come from.

/// The plugins of a session, in execution order.
///
/// A chain and a graph of nodes and connections both end up here; where a mono plugin stands in a stereo
/// place, there is one node for each channel.
public struct Graph: Hashable, Sendable {
  /// The plugin instances, each after all that it listens to.
  public var nodes: [Node] = []
  /// For each output channel what is summed into it.
  public var outputs: [[Signal]] = []

  /// Makes a graph without nodes and outputs.
  public init() {}

  /// One plugin instance.
  public struct Node: Hashable, Sendable {
    /// The id in the preset; instances that double one plugin share it.
    public var id: String
    /// The URI of the plugin.
    public var plugin: String
    /// For each audio input port of the plugin, by symbol, what is summed into it.
    public var inputs: [String: [Signal]]
    /// The values of control input ports that the preset sets, by symbol.
    public var values: [String: Float]

    /// Makes a node.
    public init(id: String, plugin: String, inputs: [String: [Signal]], values: [String: Float]) {
      self.id = id
      self.plugin = plugin
      self.inputs = inputs
      self.values = values
    }
  }

  /// Something that can be listened to.
  public enum Signal: Hashable, Sendable {
    /// A channel (from 1) of the source at an index of `Session.sources`.
    case source(Int, channel: Int)
    /// An audio output port, by symbol, of the node at an index of `nodes`.
    case node(Int, port: String)
  }
}
