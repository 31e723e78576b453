// SPDX-License-Identifier: Apache-2.0
// A session's graph that runs in another process, as the engine works with it; how such processes
// are made is not its concern.

package import LV2Hosting
package import Quantities
package import RenderCore
package import RigErrors
package import RigModel

/// Makes graphs that run in processes of their own.
///
/// > Threading: Control.
package protocol GraphIsolation: AnyObject {
  /// Starts the process of a channel's graph, and does not wait for it.
  ///
  /// - Parameters:
  ///   - channel: what the preset says of it.
  ///   - plugins: those of all nodes, in their order.
  ///   - world: what is known of plugins.
  ///   - sampleRate: the rate of the rig's renderer.
  ///   - blockFrames: the longest block that its plugins are to expect.
  /// - Returns: the graph, silent until its process says that it renders.
  /// - Throws: what the system has none left of.
  func start(
    _ channel: Channel,
    plugins: [RemotePluginStart],
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: FrameCount
  ) throws(RigError) -> any RemoteGraph
}

/// What a plugin in another process begins with.
package struct RemotePluginStart {
  package var info: PluginInfo
  /// What the preset says of its control inputs.
  package var values: [String: Float]
  /// The folder of the state that is kept for it, and what was set since then.
  package var state: String?
  package var controls: [String: Float] = [:]
  package var parameters: [String: ParameterValue] = [:]
}

/// A graph that runs in a process of its own.
///
/// > Threading: Control; nothing here waits for the process.
package protocol RemoteGraph: AnyObject {
  /// The plugins of its nodes, each node's own first, then what stands for it while the session
  /// lacks a token.
  var hostedPlugins: [any HostedPlugin] { get }
  /// How its blocks go there and back.
  var relay: RelayNode { get }
  /// How late what comes back is, without the plugins.
  var latency: FrameCount { get }
  /// MIDI messages for which there was no room.
  var lostMessages: Int { get }
  /// Why it is silent until somebody releases it; `nil` when it is not.
  var holdSentence: String? { get }

  /// Says how many frames blocks have from now on.
  func setNominalBlock(_ frames: FrameCount)
  /// Says what the session holds for itself alone.
  func hold(_ tokens: Set<String>)
  /// Takes over a channel with the same sound, whose MIDI may be connected otherwise.
  func rewire(_ channel: Channel)
  /// Takes over what was done to a graph that this one replaces.
  func succeed(_ old: any RemoteGraph)
  /// Looks after it; `canStart` says whether anybody would hear it. Returns what has happened.
  func poll(now: MonotonicTime, canStart: Bool) -> [RemoteGraphEvent]
  /// Tries again with a graph that is held.
  func release()
  /// Ends its process for good, in order; nobody need wait for that.
  func end()
}

/// What happens to a graph that runs in another process.
package enum RemoteGraphEvent {
  /// Its process is lost, for a reason (the end of a sentence); the time until it is started again,
  /// `nil` for never.
  case lost(String, wait: Seconds?)
  /// It is back, after so long.
  case returned(after: Seconds)
  /// Its sandbox has refused something: a system call, and its path if it has one; the plugin that
  /// made it and what it was doing, where that is known.
  case refused(String, plugin: String?, call: String?)
  /// Something in its process has written a line to its standard output.
  case wrote(String)
}

extension RemoteGraph {
  /// The plugins of a graph as a session has them.
  func livePlugins(of graph: Graph) -> [LivePlugin] {
    var rest = hostedPlugins[...]
    return graph.nodes.compactMap { node in
      guard let plugin = rest.popFirst() else { return nil }
      let variant = node.shared.flatMap { shared in rest.popFirst().map { ($0, shared.token) } }
      return LivePlugin(id: node.id, uri: node.plugin, instance: plugin, shared: variant)
    }
  }
}
