// SPDX-License-Identifier: Apache-2.0
// What the process of an isolated graph is told to run.

import LV2Hosting
import Presets

extension IsolatedGraph {
  /// What a process is to run that takes up where the last one was lost.
  var task: IsolationTask {
    let sideChains = session.graph.sideChainSignals
    let ports = session.exchangePortNames
    func name(_ port: String) -> String { "\(site.client):\(port)" }
    return IsolationTask(
      session: session.name,
      client: String("\(site.client)-\(session.name)".prefix(60)),
      server: site.server,
      sends: ports.sends.map(name),
      returns: ports.returns.map(name),
      midiSend: ports.midiSend.map(name),
      midiReturn: ports.midiReturn.map(name),
      sources: session.sources.map(\.channels) + sideChains.map { _ in 1 },
      graph: session.graph.hearing(sideChains, from: session.sources.count),
      tokens: tokens,
      isSounding: isSounding,
      histories: plugins.map(\.history),
      writableFolder: session.isolation == .sandbox ? folder?.path : nil
    )
  }
}

extension Graph {
  /// Where its MIDI goes: to each node, and out.
  var midiWays: [[String: [MIDISignal]]] { nodes.map(\.midi) + [["": midi]] }

  /// The same with sources, from number `first` on, instead of the channels of other sessions.
  fileprivate func hearing(_ sessions: [Signal], from first: Int) -> Graph {
    var graph = self
    for index in graph.nodes.indices {
      graph.nodes[index].inputs = nodes[index].inputs.mapValues { signals in
        signals.map { signal in
          sessions.firstIndex(of: signal).map { .source(first + $0, channel: 1) } ?? signal
        }
      }
    }
    return graph
  }
}
