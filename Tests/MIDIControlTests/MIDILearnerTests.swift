// SPDX-License-Identifier: Apache-2.0
// Which control was moved, the line that says so, and where it is written.

import ControlTree
import MIDIControl
import Quantities
import RigModel
import Testing

@Suite("Learning a control")
struct MIDILearnerTests {
  /// The control that is learned from messages, a hundredth of a second apart, and a while later.
  private func learned(
    _ messages: [[UInt8]],
    for aim: LearningAim = .way(nil),
    after moving: RecentMoves = RecentMoves(),
    from start: MonotonicTime = .now
  ) -> String? {
    var (learner, now) = (MIDILearner(for: aim, after: moving), start)
    func words(_ control: LearnedControl) -> String {
      control.address.text + (control.relative.map { " \($0.rawValue)" } ?? "")
    }
    for message in messages {
      if let control = learner.hear(message, at: now) { return words(control) }
      now = now.after(Seconds(0.01))
    }
    return learner.settled(at: now.after(Seconds(2))).map(words)
  }

  private func control(_ number: UInt8, _ values: UInt8...) -> [[UInt8]] {
    values.map { [0xB0, number, $0] }
  }

  @Test("tells a control, a fine one, a parameter, a wheel and pressure from one another")
  func kinds() {
    let fine: [[UInt8]] = (0..<8).flatMap { step -> [[UInt8]] in
      [[0xB0, 7, 60 + step / 2], [0xB0, 39, step % 2 * 64]]
    }
    let fineFirst = stride(from: 0, to: 16, by: 2).flatMap { [fine[$0 + 1], fine[$0]] }
    #expect(learned(control(70, 40, 41, 43, 46)) == "cc/1/70")
    #expect(learned(control(7, 40, 41, 43, 46)) == "cc/1/7")
    #expect(learned(control(39, 40, 41, 43, 46)) == "cc/1/39")
    #expect(learned(fine) == "cc14/1/7")
    #expect(learned(fineFirst) == "cc14/1/7")
    let nrpn: [[UInt8]] = [[0xB0, 99, 2], [0xB0, 98, 44], [0xB0, 6, 1], [0xB0, 6, 3]]
    #expect(learned(nrpn) == "nrpn/1/300")
    #expect(
      learned([[0xB0, 101, 0], [0xB0, 100, 1], [0xB0, 38, 1], [0xB0, 6, 3], [0xB0, 6, 6]])
        == "rpn/1/1"
    )
    #expect(learned([[0xE3, 0, 70], [0xE3, 0, 72]]) == "bend/4")
    #expect(learned([[0xD0, 10], [0xD0, 30]]) == "pressure/1")
    #expect(learned([[0xF8], [0xFE]]) == nil)
  }

  @Test("for a value waits for the fader behind a touch, and takes no pad and no program")
  func touch() {
    let bends: [[UInt8]] = (60..<70).map { [0xE0, 0, $0] }
    #expect(learned([[0x90, 104, 127]] + bends + [[0x90, 104, 0]]) == "bend/1")
    #expect(learned([[0x90, 104, 127]] + control(70, 1, 9, 17) + [[0x80, 104, 0]]) == "cc/1/70")
    #expect(learned([[0x90, 36, 100], [0x80, 36, 0], [0xC0, 9]]) == nil)
    var learner = MIDILearner(for: .way(nil))
    #expect(learner.hear([0x90, 104, 9], at: .now) == nil)
    #expect(
      learner.remark?.hasPrefix("note/1/104 is a pad, or says that a fader is touched") == true
    )
  }

  @Test("for a switch takes what is pressed: a pad, a program, a button, a pedal")
  func presses() {
    #expect(learned([[0x83, 36, 0], [0x93, 36, 9]], for: .press) == "note/4/36")
    #expect(learned([[0xC0, 9]], for: .press) == "program/1/9")
    #expect(learned(control(80, 127), for: .press) == "cc/1/80")
    #expect(learned(control(80, 127, 0), for: .press) == "cc/1/80")
    #expect(learned(control(64, 0, 20, 50, 66, 90), for: .press) == "cc/1/64")
    #expect(learned(control(30, 64, 65, 64) + [[0x90, 36, 9]], for: .press) == "note/1/36")
  }

  @Test("does not take what trembles, nor what has been moving before")
  func trembling() {
    #expect(learned(control(30, 64, 65, 64, 65, 64) + control(31, 40, 45, 50)) == "cc/1/31")
    #expect(learned(control(30, 64, 65, 64, 65)) == nil)
    #expect(learned([[0xE0, 0, 64], [0xE0, 9, 64], [0xE0, 3, 64]]) == nil)
    let now = MonotonicTime.now
    var moving = RecentMoves()
    moving.note([0xB0, 70, 3], at: now)
    let drift = control(70, 10, 20, 30, 40, 50)
    #expect(learned(drift, after: moving, from: now) == nil)
    #expect(learned(drift + control(71, 9, 18, 30), after: moving, from: now) == "cc/1/71")
    #expect(learned(drift, after: moving, from: now.after(Seconds(0.4))) == "cc/1/70")
  }

  @Test("names how knobs without an end count, once they were turned both ways or a while one way")
  func endless() {
    #expect(learned(control(50, 1, 1, 1, 127, 127)) == "cc/1/50 twos_complement")
    #expect(learned(control(50, 1, 2, 1, 1)) == "cc/1/50 twos_complement")
    #expect(learned(control(50, 127, 127, 126)) == "cc/1/50 twos_complement")
    #expect(learned(control(50, 65, 65, 66, 65, 65, 63)) == "cc/1/50 offset")
    #expect(learned(control(50, 1, 1, 1, 65, 66, 65)) == "cc/1/50 sign_bit")
    #expect(learned(control(50, 1, 2, 3, 5, 8, 20, 30)) == "cc/1/50")
    // A way of counting that the request names is believed.
    #expect(learned(control(50, 1, 1), for: .way(.upDown)) == "cc/1/50 up_down")
    #expect(
      learned(control(30, 20, 90) + control(50, 65, 65), for: .way(.offset)) == "cc/1/50 offset"
    )
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
    "is taken out again, and what was made for it alone goes with it",
    arguments: [
      "tarmac: 1\n", "midi_map:\n  - { on: a } # fader\n\n# end\nroutes:\n  x: 1\n",
      "midi_map:\n- on: a\n  set: b\nroutes: {}\n", "midi_map:\n  device: x\n",
      "midi_map:\r\n  device: x\r\n  bindings:\r\n    - a\r\n  use: y\r\n",
    ]
  )
  func takingOut(before: String) throws {
    let written = try MIDIMapText(before).adding([Self.line])
    let (text, gone) = MIDIMapText(written).removing([Self.line, "- { on: cc/1/1, set: a.b }"])
    #expect(text == before && gone == [Self.line])
    #expect(MIDIMapText(before).removing([Self.line]) == (before, []))
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
