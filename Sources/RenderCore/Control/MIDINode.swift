// SPDX-License-Identifier: Apache-2.0
// The control half of a session's MIDI.

/// A session's MIDI in the renderer; it lives as long as the session and outlasts plans.
///
/// > Threading: Control.
@safe
package final class MIDINode {
  let strip: UnsafeMutablePointer<MIDIStrip>
  private let input = SharedMIDIList()

  /// Makes the MIDI of a session that has heard nothing yet.
  package init() {
    unsafe strip = .allocate(capacity: 1)
    unsafe strip.initialize(to: MIDIStrip(input: input.pointer))
  }

  /// Messages that came in or were to go out, and for which there was no room.
  package var lostMessages: Int { unsafe Int(strip.pointee.lost.current) }

  deinit {
    unsafe strip.deinitialize(count: 1)
    unsafe strip.deallocate()
  }
}

/// A session's MIDI in a plan.
package struct MIDIDescription {
  /// What is known of the notes that are on.
  package var node: MIDINode
  /// The driver's input channel; `nil` without a port.
  package var input: Int?
  /// The driver's output channel; `nil` without a port.
  package var output: Int?
  /// What goes out, in one stream.
  package var sent: [MIDIReference]

  /// Describes a session's MIDI.
  package init(node: MIDINode, input: Int?, output: Int?, sent: [MIDIReference] = []) {
    self.node = node
    self.input = input
    self.output = output
    self.sent = sent
  }
}

/// A stream of MIDI inside a session.
package enum MIDIReference: Hashable {
  /// What comes in.
  case input
  /// What a plugin puts out, by the index of its node and the index in `PluginNode.midiOutputs`; or
  /// what comes back from a graph that runs elsewhere.
  case node(Int, output: Int)
}

/// An event port of a plugin that takes MIDI or puts it out.
package struct MIDIPort {
  /// The port's symbol.
  package var symbol: String
  /// What the plan writes before the plugin runs, or what the plugin has put out when it has run;
  /// the plugin empties both.
  package var list: SharedMIDIList

  /// Describes a port.
  package init(symbol: String, list: SharedMIDIList) {
    self.symbol = symbol
    self.list = list
  }
}
