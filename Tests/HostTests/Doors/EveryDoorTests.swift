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
    """

  private func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await LiveStage.run(Self.preset, voices: ["deck", "phone"], outputs: ["wall", "cue"]) {
      stage in
      try stage.hears(["wall": ["deck"], "cue": []])
      try await body(stage)
    }
  }

  private func hands(_ stage: LiveStage) throws -> [any Hand] {
    [
      SocketHand(tarmac: stage.tarmac, client: try stage.tarmac.anotherClient()),
      CommandLineHand(tarmac: stage.tarmac),
    ]
  }

  @Test(
    "does all that can be done to each value alike: it reads the same at all doors, and is decided alike"
  )
  func everything() async throws {
    try await run { stage in
      let hands = try hands(stage)
      let nodes = try stage.ask(TreeListRequest())
      let steps = DoorStory.steps(nodes)
      #expect(Set(steps.map(\.node.path)).count == nodes.count { !$0.isReadOnly && $0.isPlain })
      for node in nodes {
        for hand in hands { _ = try? hand.read(node) }
      }
      var decisions: [String: [[String]]] = [:]
      for hand in hands {
        for step in steps {
          let verb = hand.can(step.verb, step.node) ? hand : hands[0]
          let start = try stage.ask(DecisionListRequest(last: 1)).last?.number ?? 0
          let refusal = try verb.act(step.verb, on: step.node)
          if refusal == nil, let result = step.result {
            try await expect(result, step, hands, stage)
          }
          decisions[hand.name, default: []].append(
            try decided(since: start, stage) + [refusal ?? "done"]
          )
        }
        try calm(nodes, stage)
        try stage.hears(["wall": ["deck"], "cue": []])
      }
      for hand in hands.dropFirst() {
        for (index, step) in steps.enumerated() {
          #expect(
            decisions[hand.name]?[index] == decisions[hands[0].name]?[index],
            "\(hand.name): \(step.verb) on \(step.node.path)"
          )
        }
      }
    }
  }

  /// Waits until the value is what it is to be, and looks whether all doors say so.
  private func expect(
    _ result: TreeValue,
    _ step: DoorStep,
    _ hands: [any Hand],
    _ stage: LiveStage
  ) async throws {
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
