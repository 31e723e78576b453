// SPDX-License-Identifier: Apache-2.0
// The channel of an isolated graph as its process has it.

import ControlTower
import RigEngine
import RigModel

extension IsolationTask {
  /// The channel as this process has it: every source comes in from the rig.
  var localChannel: Channel {
    var local = Channel(name: session)
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

  /// How many channels come in, and how many go out.
  var inputs: Int { sources.reduce(0, +) }
  var outputs: Int { graph.outputs.count }

  private var midi: MIDIPorts? {
    guard hearsMIDI || sendsMIDI else { return nil }
    var ports = MIDIPorts()
    if hearsMIDI { ports.input = [] }
    if sendsMIDI { ports.output = [] }
    return ports
  }

  /// The channels of the relay, as a driver numbers them; the ones behind those of audio are for
  /// MIDI.
  var channels: [PortKey: Int] {
    var channels: [PortKey: Int] = [:]
    if hearsMIDI { channels[.midi(session: session, .input)] = inputs }
    if sendsMIDI { channels[.midi(session: session, .output)] = outputs }
    for (index, width) in sources.enumerated() {
      let first = sources[..<index].reduce(0, +)
      for channel in 0..<width {
        channels[.source(session: session, source: "\(index)", channel: channel)] = first + channel
      }
    }
    return channels
  }
}

extension Graph {
  /// The tokens that its plugins need.
  var tokens: Set<ExclusiveToken> { Set(nodes.compactMap(\.shared?.token)) }
}
