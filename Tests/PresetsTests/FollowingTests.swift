// SPDX-License-Identifier: Apache-2.0
// One mistake is one sentence: its consequences are not reported.

import Testing

@Suite("A mistake in a preset")
struct FollowingTests {
  static let presets: [BadPreset] = [
    .init(
      "a route that is read by nobody",
      "tarmac: 1\nroutes: { main: { role: ▶linOut, channels: 2 } }\n"
        + "midi_map: [ { on: cc/1/1, set: main.fader_db } ]\n",
      "'lineOut'?"
    ),
    .init(
      "routes that are none",
      "tarmac: 1\nroutes: ▶5\nsessions: { deck: { role: player, sends: [ { to: main } ] } }\n"
        + "recordings: [ { of: main, file: a.wav } ]\n",
      "must be a mapping"
    ),
    .init(
      "a key that must be there, misspelt",
      "tarmac: 1\nroutes: { a: { ▶rle: usb, channels: 2 } }\n",
      "'role'?"
    ),
    .init(
      "channels, misspelt",
      "tarmac: 1\nroutes: { a: { role: usb, ▶chanels: 2 } }\n",
      "'channels'?"
    ),
    .session("a source, misspelt", "role: player\nsource: { ▶playr: sound.wav }", "'player'?"),
    .session(
      "sources that are none",
      "role: player\nsources: ▶5\nsends: [ { to: main } ]",
      "mapping"
    ),
    .session("a role that is none", "role: ▶plyer\nmode: moviePlayback", "'player'?"),
    .session(
      "an option that is none",
      "category: playback\noptions: [ ▶duckOther ]\nduck: { level_db: -6 }",
      "'duckOthers'?"
    ),
    .rig(
      "a file of controls that is not there",
      "midi_map: { use: ▶none.yaml, bindings: [ { on: pad, toggle: main.mute } ] }\n",
      "does not exist"
    ),
    .rig(
      "a button with a mistake that selects a layer",
      "midi_map: [ { on: ▶note/17/1, layer: shift }, { on: note/1/2, in_layer: shift, toggle: main.mute } ]\n",
      "channel"
    ),
    .rig(
      "a knob whose way to count is none",
      "midi_map: [ { on: cc/1/1, set: main.fader_db, relative: ▶ofset, step: 1 } ]\n",
      "'offset'?"
    ),
    .rig(
      "what a binding does, misspelt",
      "midi_map: [ { on: cc/1/1, ▶togle: main.mute } ]\n",
      "'toggle'?"
    ),
  ]

  @Test("is told once, and nothing that follows from it", arguments: presets)
  func isAlone(_ preset: BadPreset) throws {
    try preset.check()
  }
}
