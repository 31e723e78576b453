// SPDX-License-Identifier: Apache-2.0
// The MIDI of a session in a plan: which lists go where.

extension PlanCompiler {
  /// A session's MIDI ports and what leaves through them.
  func midi(of segment: SegmentDescription) -> SegmentMIDI? {
    guard let midi = segment.midi else { return nil }
    memory.retain(midi.node)
    return unsafe SegmentMIDI(
      strip: midi.node.strip,
      input: midi.input ?? DriverBlock.noChannel,
      output: midi.output ?? DriverBlock.noChannel,
      streams: memory.array(streams(midi.sent, in: segment))
    )
  }

  /// The steps that bring a plugin the MIDI that it hears.
  func deliveries(
    to plugin: PluginNode,
    _ heard: [[MIDIReference]],
    in segment: SegmentDescription
  ) -> [Step] {
    zip(plugin.midiInputs, heard).compactMap { port, references -> Step? in
      let streams = unsafe self.streams(references, in: segment)
      guard unsafe !streams.isEmpty else { return nil }
      let step = unsafe MIDIStep(target: port.list.pointer, streams: memory.array(streams))
      return unsafe .deliver(memory.value(step))
    }
  }

  /// Where streams are; plugins are retained as nodes, and their lists with them.
  private func streams(
    _ references: [MIDIReference],
    in segment: SegmentDescription
  ) -> [UnsafeMutablePointer<MIDIList>] {
    unsafe references.compactMap { reference in
      switch reference {
      case .input:
        return unsafe segment.midi?.node.strip.pointee.input
      case .node(let index, let output):
        switch segment.nodes[index].work {
        case .plugin(let plugin): return unsafe plugin.midiOutputs[output].list.pointer
        case .exchange(let relay): return unsafe relay.returned.pointer
        case .insert, .delay: return nil
        }
      }
    }
  }
}
