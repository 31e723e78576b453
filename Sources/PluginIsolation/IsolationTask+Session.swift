// SPDX-License-Identifier: Apache-2.0
// An isolated session as its process has it.

import ControlTower
import Presets

extension IsolationTask {
  /// The session as this process has it: every source is an input of the client.
  var localSession: Session {
    var local = Session(configuration: SessionConfiguration(id: SessionID(session)))
    local.sources = sources.enumerated().map { index, channels in
      Source(
        name: "\(index)",
        channels: channels,
        kind: .jack(Array(repeating: [], count: channels))
      )
    }
    local.graph = graph
    local.midi = midi
    return local
  }

  /// Its MIDI ports, which connect themselves.
  private var midi: MIDIPorts? {
    guard midiSend != nil || midiReturn != nil else { return nil }
    var ports = MIDIPorts()
    ports.input = midiSend.map { _ in [] }
    ports.output = midiReturn.map { _ in [] }
    return ports
  }
}

extension Graph {
  /// The tokens that its plugins need.
  var tokens: Set<ExclusiveToken> { Set(nodes.compactMap(\.shared?.token)) }
}
