// SPDX-License-Identifier: Apache-2.0
// What a channel has in the renderer beside its strip.

import RenderCore
import RigModel

/// The renderer's nodes of one channel, beside its strip.
struct ChannelNodes {
  /// Where a bus is summed; `nil` for a channel that is no bus.
  let sum: BusNode?
  /// One for each source: whether it is to be heard.
  let gains: [SourceGain]
  /// For each session that processes sound for this one: whether it does.
  let insertGates: [String: SourceGain]
  /// For each of them how late the signal is that passes it.
  let insertDelays: [String: PathDelay]
  /// What its program hears, if it hears anything: a bus of its own, and the way to it, open as
  /// long as the channel is.
  let capture: (bus: BusNode, send: SendNode)?

  /// Its MIDI, once the preset has given it a port.
  var midi: MIDINode?

  init(of channel: Channel, as purpose: LiveChannel.Purpose) {
    if case .bus = purpose {
      sum = BusNode(channels: channel.sources[0].channels)
    } else {
      sum = nil
    }
    midi = channel.midi.map { _ in MIDINode() }
    let captured = channel.captured.count
    capture = captured == 0 ? nil : (BusNode(channels: captured), SendNode(gain: 1))
    gains = channel.sources.map { _ in SourceGain(isMetered: channel.fallback != nil) }
    insertGates = Dictionary(
      channel.graph.inserts.map { ($0.session, SourceGain()) },
      uniquingKeysWith: { first, _ in first }
    )
    insertDelays = Dictionary(
      channel.graph.inserts.map { ($0.session, PathDelay(channels: $0.inputs.count)) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
