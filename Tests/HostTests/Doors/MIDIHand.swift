// SPDX-License-Identifier: Apache-2.0
// A MIDI controller with a button for every possible step.

import ControlProtocol
import ControlTree
import JACKTestBench

/// A user who presses buttons; a controller does not hear of refusals.
final class MIDIHand: Hand {
  private let tarmac: RunningTarmac
  private let controller: Musician
  private let steps: [ExpectedStep]
  let name = "MIDI"
  let tellsRefusals = false
  let hasDisplay = false

  /// The value whose change shows that earlier messages have been carried out; neither sound nor
  /// decision follows from it.
  private static let mark = "rig.transport.tempo_bpm.locked"
  private static let markButton = 2_047

  init(_ tarmac: RunningTarmac, _ controller: Musician, _ steps: [ExpectedStep]) {
    (self.tarmac, self.controller) = (tarmac, controller)
    self.steps = steps.filter { Self.line($0, 0) != nil }
  }

  /// The map that gives each step its button.
  var map: String {
    Self.map(steps.enumerated().compactMap { index, step in Self.line(step, index) })
  }

  /// The map of a controller without steps.
  static let noMap = map([])

  private static func map(_ lines: [String]) -> String {
    let all = lines + ["    - { on: \(button(markButton)), toggle: \(mark) }"]
    return "midi_map:\n  device: \"hand:*\"\n  bindings:\n\(all.joined(separator: "\n"))\n"
  }

  private static func button(_ index: Int) -> String { "note/\(index / 128 + 1)/\(index % 128)" }

  /// The binding of a step's button; relative steps need endless encoders, and are left to other
  /// clients.
  private static func line(_ step: ExpectedStep, _ index: Int) -> String? {
    let (on, path) = (button(index), step.node.path)
    return switch step.verb {
    case .set(let value): "    - { on: \(on), set: \(path), to: \(value.words) }"
    case .fade(let value, let seconds):
      "    - { on: \(on), set: \(path), to: \(value.words), over_seconds: \(seconds) }"
    case .toggle: "    - { on: \(on), toggle: \(path) }"
    case .trigger: "    - { on: \(on), trigger: \(path) }"
    case .step: nil
    }
  }

  func can(_ verb: Verb, _ node: TreeNodeStatus) -> Bool {
    steps.contains { $0.verb == verb && $0.node.path == node.path }
  }

  func paths() throws -> Set<String> { [] }

  func read(_ node: TreeNodeStatus) throws -> TreeValue {
    throw RunFailure(description: "this controller has no display")
  }

  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String? {
    guard
      let index = steps.firstIndex(where: { $0.verb == verb && $0.node.path == node.path })
    else { throw RunFailure(description: "there is no button for \(verb) of \(node.path)") }
    press(index)
    for _ in 1...2 {
      let before = try tarmac.ask(TreeGetRequest(patterns: [Self.mark]))
      press(Self.markButton)
      try tarmac.wait("the button after \(verb) of \(node.path)") {
        try tarmac.ask(TreeGetRequest(patterns: [Self.mark])) != before
      }
    }
    return nil
  }

  private func press(_ button: Int) {
    let (channel, note) = (UInt8(button / 128), UInt8(button % 128))
    controller.send([
      TimedMIDI(0, [0x90 | channel, note, 127]), TimedMIDI(0, [0x80 | channel, note, 0]),
    ])
  }
}
