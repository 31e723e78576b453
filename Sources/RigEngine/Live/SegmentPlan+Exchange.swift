// SPDX-License-Identifier: Apache-2.0
// A channel whose graph runs in another process, as the renderer is to execute it.

import RenderCore
import RigModel

extension Channel {
  /// How many channels go to an isolated graph: those of all sources, then what its side chains
  /// hear.
  package var sentChannels: Int {
    sources.map(\.channels).reduce(0, +) + graph.sideChainSignals.count
  }
}

extension SegmentPlan {
  /// The way to an isolated graph and back.
  func exchange(with graph: any RemoteGraph) -> NodeDescription {
    let inputs =
      live.current.sources.enumerated().flatMap { index, source in
        (1..<source.channels + 1).map { heard(index, channel: $0) }
      } + live.current.graph.sideChainSignals.map(signals)
    var node = NodeDescription(relay: graph.relay, inputs: inputs)
    node.latencies = live.isolatedLatencies
    return node
  }

  /// What comes back, for each output channel.
  var returned: [[SignalReference]] {
    live.current.graph.outputs.indices.map { [.node(voiceCount, output: $0)] }
  }

  /// The MIDI that comes back.
  var returnedMIDI: [MIDIReference] { [.node(voiceCount, output: 0)] }
}
