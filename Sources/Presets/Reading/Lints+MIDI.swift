// SPDX-License-Identifier: Apache-2.0
// Warns of MIDI that goes nowhere.

import RigModel

extension Lints {
  func checkMIDI() {
    guard let midi = session.channel.midi else { return }
    let position = fields.position(of: "midi")
    let leaving = midi.output == nil ? [] : session.channel.graph.midi
    let heard = leaving + session.channel.graph.nodes.flatMap { $0.midi.values.joined() }
    if midi.input != nil, !heard.contains(.input) {
      fields.log.warn(position, "no plugin of \(session.name.quoted) hears its MIDI input")
    }
    if midi.output != nil, session.channel.graph.midi.isEmpty {
      let remedy = "give it an input to pass on, or a plugin that puts MIDI out"
      fields.log.warn(position, "nothing puts MIDI out of \(session.name.quoted): \(remedy)")
    }
  }
}
