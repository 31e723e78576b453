// SPDX-License-Identifier: Apache-2.0
// How late the plugins of a channel are, as they say themselves.

package import Quantities
import RigModel

extension LiveChannel {
  /// What all that runs says of its latency now; while that is the same, so are the delays that
  /// make up for it.
  package var reportedLatencies: [FrameCount] {
    let voice = runningVoice.flatMap(\.plugins).map(\.instance.latency)
    return voice + plugins.map { running($0).latency } + [isolated?.latency ?? .zero]
  }

  /// How late each output of a graph is that runs in another process, where signals wait for one
  /// another as they do here.
  var isolatedLatencies: [Latency] {
    var behind: [Latency] = []
    func join(_ signals: some Sequence<Graph.Signal>) -> Latency {
      let latency = Latency(
        joining: signals.map { if case .node(let index, _) = $0 { behind[index] } else { .none } }
      )
      return align([latency ?? .none])[0]
    }
    for (node, plugin) in zip(current.graph.nodes, plugins) {
      let before = join(node.inputs.values.joined())
      behind.append(before.followed(by: Latency(running(plugin).latency)))
    }
    let process = Latency(isolated?.latency ?? .zero)
    return align(current.graph.outputs.map(join)).map { $0.followed(by: process) }
  }

  /// The latencies of signals that wait for the latest of them, or do not.
  private func align(_ signals: [Latency]) -> [Latency] {
    guard current.graph.isCompensated, let latest = Latency(joining: signals)?.longest else {
      return signals
    }
    return signals.map { _ in Latency(latest) }
  }
}
