// SPDX-License-Identifier: Apache-2.0
// A session whose graph runs in another process, as the renderer is to execute it.

import Presets
import RenderCore

extension SegmentPlan {
  /// The way to an isolated graph and back: all channels of all sources go there, then what its side chains hear.
  var exchange: NodeDescription {
    let inputs =
      live.session.sources.enumerated().flatMap { index, source in
        (1..<source.channels + 1).map { heard(index, channel: $0) }
      } + live.session.graph.sideChainSignals.map(signals)
    func channel(_ key: PortKey) -> Int { indices.channels[key] ?? DriverBlock.noChannel }
    return NodeDescription(
      sends: inputs.indices.map { channel(.send(session: live.name, channel: $0)) },
      returns: live.session.graph.outputs.indices.map {
        channel(.return(session: live.name, channel: $0))
      },
      inputs: inputs,
      midi: live.midi.map { _ in
        MIDIExchangeDescription(
          send: indices.channels[.midiSend(session: live.name)],
          back: indices.channels[.midiReturn(session: live.name)]
        )
      }
    )
  }

  /// What comes back, for each output channel.
  var returned: [[SignalReference]] {
    live.session.graph.outputs.indices.map { [.node(voiceCount, output: $0)] }
  }

  /// The MIDI that comes back.
  var returnedMIDI: [MIDIReference] { [.node(voiceCount, output: 0)] }
}
