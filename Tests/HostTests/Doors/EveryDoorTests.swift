// SPDX-License-Identifier: Apache-2.0
// Every value and every verb, at every door: the same values, the same sound, the same decisions.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("Every door", .serialized)
struct EveryDoorTests {
  /// A rig with something of each kind.
  private static let preset = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      cue: { role: headphones, ports: [ "cue:in_1" ] }
    interrupters:
      phone: { source: { jack: [ "voices:out_2" ] }, sends: [ { to: wall } ] }
    transport: { source: own, tempo_bpm: 120, rolling: off }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_1" ] }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: 0 } } ]
        sends: [ { to: wall }, { to: cue, tap: pre, when: cue } ]
    surfaces: { osc: { port: 0 }, web: { port: 0 } }

    """

  private func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await LiveStage.run(Self.preset, voices: ["deck", "phone"], outputs: ["wall", "cue"]) {
      stage in
      try stage.hears(["wall": ["deck"], "cue": []])
      try await body(stage)
    }
  }

  @Test(
    "does all that can be done to each value alike: it reads the same at all doors, and is decided alike"
  )
  func everything() async throws {
    try await run { stage in
      let tarmac = stage.tarmac
      let nodes = try stage.ask(TreeListRequest())
      let steps = DoorStory.steps(nodes)
      #expect(Set(steps.map(\.node.path)).count == nodes.count { !$0.isReadOnly && $0.isPlain })
      let controller = try Musician("hand", on: stage.server)
      defer { controller.close() }
      let buttons = MIDIHand(tarmac, controller, steps)
      let preset = Self.preset + buttons.map
      try preset.write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      try stage.ask(ReloadRequest())
      let ears = try stage.ears(at: "wall")
      try tarmac.wait("the controller") {
        ears.connections(of: "rig:control_in") == ["hand:midi_out"]
      }
      let hands: [any Hand] = [
        SocketHand(tarmac: tarmac, client: try tarmac.anotherClient()),
        CommandLineHand(tarmac: tarmac), try OSCHand(tarmac), try WebHand(tarmac), buttons,
      ]
      let all = try hands.map { try self.tell(steps, with: $0, hands, nodes, stage) }
      for (hand, told) in zip(hands, all).dropFirst() {
        for (index, step) in steps.enumerated() where hand.can(step.verb, step.node) {
          #expect(
            told[index].decisions == all[0][index].decisions,
            "\(hand.name): \(step.verb) on \(step.node.path)"
          )
          guard hand.tellsRefusals else { continue }
          #expect(
            told[index].refusal == all[0][index].refusal,
            "\(hand.name): \(step.verb) on \(step.node.path)"
          )
        }
      }
    }
  }

  /// What came of a step.
  private struct Outcome {
    var decisions: [String]
    var refusal: String?
  }

  /// Takes every step with one hand, or with the first where that hand can't, and looks at all doors what has come of it.
  private func tell(
    _ steps: [DoorStep],
    with hand: any Hand,
    _ hands: [any Hand],
    _ nodes: [TreeNodeStatus],
    _ stage: LiveStage
  ) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for step in steps {
      let start = try stage.ask(DecisionListRequest(last: 1)).last?.number ?? 0
      let actor = hand.can(step.verb, step.node) ? hand : hands[0]
      let refusal = try actor.act(step.verb, on: step.node)
      if refusal == nil, let result = step.result { try expect(result, step, hands, stage) }
      outcomes.append(Outcome(decisions: try decided(since: start, stage), refusal: refusal))
    }
    try calm(nodes, stage)
    try stage.hears(["wall": ["deck"], "cue": []])
    return outcomes
  }

  /// Waits until the value is what it is to be, and looks whether all doors say so.
  private func expect(
    _ result: TreeValue,
    _ step: DoorStep,
    _ hands: [any Hand],
    _ stage: LiveStage
  ) throws {
    var last: TreeValue?
    try stage.tarmac.wait("\(step.node.path) to be \(result.words), not \(last?.words ?? "")") {
      last = try hands[0].read(step.node)
      return last == result
    }
    for hand in hands {
      #expect(try hand.read(step.node) == result, "\(hand.name): \(step.node.path)")
    }
  }

  /// Ends what has been accepted, and lets the deck go on.
  private func calm(_ nodes: [TreeNodeStatus], _ stage: LiveStage) throws {
    for node in nodes
    where node.path.hasSuffix(".active") && node.path.hasPrefix("rig.interrupters") {
      try stage.ask(TreeSetRequest(path: node.path, value: .toggle(false)))
    }
    try stage.ask(TreeSetRequest(path: "deck.interrupted", value: .toggle(false)))
    try stage.ask(TreeSetRequest(path: "deck.active", value: .toggle(true)))
  }

  /// What the tower has decided since a moment, in words.
  private func decided(since start: Int, _ stage: LiveStage) throws -> [String] {
    try stage.ask(DecisionListRequest()).filter { $0.number > start }
      .flatMap { ["\($0.event)"] + $0.lines }
  }
}

extension TreeNodeStatus {
  /// Whether the story has something to do with it.
  fileprivate var isPlain: Bool {
    switch kind {
    case "level", "number", "switch", "choice": true
    case "trigger": arguments?.isEmpty != false
    default: false
    }
  }
}
