// SPDX-License-Identifier: Apache-2.0
// Which control was moved, the line that says so, and where it is written.

import ControlTree
import MIDIControl
import Presets
import Quantities
import Testing

@Suite("Learning a control")
struct MIDILearnerTests {
  /// What is learned from messages, a hundredth of a second apart, and a moment later.
  private func learned(_ messages: [UInt8]...) -> String? {
    var (learner, now) = (MIDILearner(), MonotonicTime.now)
    for message in messages {
      if let address = learner.hear(message, at: now) { return address.text }
      now = now.after(Seconds(0.01))
    }
    return learner.settled(at: now.after(Seconds(1)))?.text
  }

  @Test("tells a control, a fine one, a parameter, a pad, a wheel and a program from one another")
  func kinds() {
    #expect(learned([0xB0, 70, 1]) == "cc/1/70")
    #expect(learned([0xB0, 7, 1]) == "cc/1/7")
    #expect(learned([0xB0, 7, 1], [0xB0, 39, 1]) == "cc14/1/7")
    #expect(learned([0xB0, 99, 2], [0xB0, 98, 44], [0xB0, 6, 1]) == "nrpn/1/300")
    #expect(learned([0xB0, 101, 0], [0xB0, 100, 1], [0xB0, 6, 1]) == "rpn/1/1")
    #expect(learned([0x83, 36, 0], [0x93, 36, 9]) == "note/4/36")
    #expect(learned([0xE0, 0, 70]) == "bend/1")
    #expect(learned([0xC0, 9]) == "program/1/9")
    #expect(learned([0xF8], [0xFE]) == nil)
  }

  @Test("waits for the fine half of a control before it decides")
  func patience() {
    var learner = MIDILearner()
    let now = MonotonicTime.now
    #expect(learner.hear([0xB0, 7, 1], at: now) == nil)
    #expect(learner.settled(at: now.after(Seconds(0.05))) == nil)
    #expect(learner.settled(at: now.after(Seconds(0.2)))?.text == "cc/1/7")
  }

  @Test("gives switches a press, triggers a pull, and everything else the control itself")
  func lines() {
    func line(_ path: String) -> String? {
      let address = MIDIAddress(.cc, channel: 1, number: 11)
      return SurfaceBench.nodes.first { $0.path == path }.map {
        MIDIBinding.learned(address, relative: nil, for: $0).line
      }
    }
    #expect(line("deck.fader_db") == "- { on: cc/1/11, set: deck.fader_db, feedback: true }")
    #expect(line("deck.mute") == "- { on: cc/1/11, toggle: deck.mute, feedback: true }")
    #expect(line("deck.cue") == "- { on: cc/1/11, trigger: deck.cue }")
  }

  private static let line = "- { on: cc/1/11, set: a.b }"

  @Test(
    "is written where the list of the preset ends, and nothing else changes",
    arguments: [
      ("tarmac: 1\n", "tarmac: 1\n\nmidi_map:\n  LINE\n"),
      ("tarmac: 1", "tarmac: 1\n\nmidi_map:\n  LINE\n"),
      (
        "midi_map:\n  - { on: a } # fader\n\n# end\nroutes:\n  x: 1\n",
        "midi_map:\n  - { on: a } # fader\n  LINE\n\n# end\nroutes:\n  x: 1\n"
      ),
      (
        "midi_map:\n- on: a\n  set: b\nroutes: {}\n",
        "midi_map:\n- on: a\n  set: b\nLINE\nroutes: {}\n"
      ),
      (
        "midi_map:\r\n  device: x\r\n  bindings:\r\n    - a\r\n  use: y\r\n",
        "midi_map:\r\n  device: x\r\n  bindings:\r\n    - a\r\n    LINE\r\n  use: y\r\n"
      ),
      (
        "midi_map:\n  device: x\n",
        "midi_map:\n  device: x\n  bindings:\n    LINE\n"
      ),
      ("midi_map: # later\nx: 1\n", "midi_map: # later\n  LINE\nx: 1\n"),
    ]
  )
  func writing(before: String, after: String) throws {
    #expect(
      try MIDIMapText(before).adding([Self.line]) == after.replacing("LINE", with: Self.line)
    )
  }

  @Test(
    "is refused where the list stands on one line",
    arguments: [
      "midi_map: [ { on: a } ]\n", "midi_map:\n  bindings: []\n", "midi_map: { use: x }\n",
    ]
  )
  func oneLine(text: String) {
    #expect(throws: MIDIMapText.Refusal.self) { try MIDIMapText(text).adding([Self.line]) }
  }
}
