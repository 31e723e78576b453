// SPDX-License-Identifier: Apache-2.0
// Every value and every verb, at every door: the same values, the same sound, the same decisions.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("Every door", .serialized)
struct EveryDoorTests {
  /// A session that is heard at both outputs, with a plugin.
  private static func session(_ name: String, voice: Int) -> String {
    LiveStage.session(
      name,
      voice: voice,
      "active: true",
      "options: [ mixWithOthers ]",
      "cue: on",
      "graph: [ { plugin: \"\(amplifier)\", id: amp, set: { gain: 0 } } ]",
      "sends: [ { to: wall }, { to: cue, tap: pre, when: cue } ]"
    )
  }

  /// A rig with something of each kind.
  private static func preset(_ sessions: String..., map: String = MIDIHand.noMap) -> String {
    let doors = """
      interrupters:
        phone: { source: { jack: [ "voices:out_2" ] }, sends: [ { to: wall } ] }
      transport: { source: own, tempo_bpm: 120, rolling: off }
      surfaces: { osc: { port: 0, query_port: 0 }, web: { port: 0 } }
      """
    let all = ([session("deck", voice: 1)] + sessions).joined(separator: "\n")
    return LiveStage.preset(doors, sessions: all) + map
  }

  /// The rig with all its doors open, and the player of a controller that is connected.
  private func run(_ body: (LiveStage, Musician) throws -> Void) async throws {
    let voices = ["deck", "phone", "tape"]
    try await LiveStage.run(Self.preset(), voices: voices, outputs: ["wall", "cue"]) { stage in
      let ears = try stage.listener(at: "wall")
      // Sound comes to rest within cycles: short ones make that soon.
      ears.setPeriod(frames: 128)
      let controller = try Musician("hand", on: stage.server)
      defer { controller.close() }
      try stage.tarmac.wait("the controller") {
        ears.connections(of: "rig:control_in") == ["hand:midi_out"]
      }
      try stage.hears(["wall": ["deck"], "cue": ["deck"]])
      try body(stage, controller)
    }
  }

  /// Has the rig read another preset.
  private func load(_ preset: String, _ stage: LiveStage) throws {
    let file = stage.tarmac.folder.appending(path: "rig.yaml")
    try preset.write(to: file, atomically: true, encoding: .utf8)
    try stage.ask(ReloadRequest())
  }

  /// Hands at all doors; the first one also does what others can't.
  private func hands(_ stage: LiveStage, _ buttons: MIDIHand) throws -> [any Hand] {
    let tarmac = stage.tarmac
    return [
      SocketHand(tarmac: tarmac, client: try tarmac.anotherClient()),
      CommandLineHand(tarmac: tarmac), try OSCHand(tarmac), try WebHand(tarmac), buttons,
    ]
  }

  @Test(
    "does all that can be done to each value alike: it reads and sounds the same, and is decided alike"
  )
  func everything() async throws {
    try await run { stage, controller in
      let nodes = try stage.ask(TreeListRequest())
      let level = Double(stage.level(of: "deck"))
      let story = DoorStory(
        session: "deck",
        level: level,
        phone: Double(stage.level(of: "phone"))
      )
      let steps = story.steps(nodes)
      #expect(Set(steps.map(\.node.path)).count == nodes.count { !$0.isReadOnly && $0.isPlain })
      let buttons = MIDIHand(stage.tarmac, controller, steps)
      try load(Self.preset(map: buttons.map), stage)
      let hands = try hands(stage, buttons)
      let all = try hands.indices.map { turn in
        let told = try tell(steps, turn, hands, stage)
        try calm(nodes, stage)
        try stage.hears(["wall": ["deck"], "cue": ["deck"]])
        return told
      }
      compare(all, steps, hands)
    }
  }

  @Test(
    "has what a reload adds, for whoever was there before: it is listed, read, set, heard and decided alike"
  )
  func added() async throws {
    try await run { stage, controller in
      // The new session is as the old one is, under another name.
      let nodes = try stage.ask(TreeListRequest(patterns: ["deck"])).map { node in
        var node = node
        node.path = node.path.replacing("deck.", with: "tape.")
        return node
      }
      let story = DoorStory(
        session: "tape",
        level: Double(stage.level(of: "tape")),
        others: Double(stage.level(of: "deck"))
      )
      let isNew = ["tape.fader_db", "tape.mute", "tape.amp.gain", "tape.sends.wall.level_db"]
      let steps = story.steps(nodes.filter { isNew.contains($0.path) })
      let buttons = MIDIHand(stage.tarmac, controller, steps)
      let hands = try hands(stage, buttons)
      for hand in hands where hand.hasDisplay {
        #expect(try !hand.paths().contains { $0.hasPrefix("tape.") }, "\(hand.name)")
      }
      let subscriber = try ValueDiary(of: stage.tarmac, "*.fader_db", "*.amp.gain")
      defer { subscriber.close() }
      try load(Self.preset(Self.session("tape", voice: 3), map: buttons.map), stage)
      try stage.hears(["wall": ["deck", "tape"], "cue": ["deck", "tape"]])
      try stage.tarmac.wait("the subscriber to be told") {
        subscriber.values["tape.fader_db"] == .number(0)
          && subscriber.values["tape.amp.gain"] == .number(0)
      }
      let added = Set(nodes.map(\.path))
      for hand in hands where hand.hasDisplay {
        #expect(try hand.paths().isSuperset(of: added), "\(hand.name)")
      }
      compare(try hands.indices.map { try tell(steps, $0, hands, stage) }, steps, hands)
    }
  }

  /// What came of a step.
  private struct Outcome: Equatable {
    var decisions: [String]
    var sound: [String: Float]
    var refusal: String?
  }

  /// Takes every step with one hand, or with the first where that hand can't, and looks at all
  /// doors what has come of it.
  ///
  /// Hands that look slowly look once at each step, while one hand or another takes it.
  private func tell(
    _ steps: [ExpectedStep],
    _ turn: Int,
    _ hands: [any Hand],
    _ stage: LiveStage
  ) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for (index, step) in steps.enumerated() {
      let start = try stage.ask(DecisionListRequest(last: 1)).last?.number ?? 0
      let hand = hands[turn].can(step.verb, step.node) ? hands[turn] : hands[0]
      let refusal = try hand.act(step.verb, on: step.node)
      if refusal == nil, let result = step.result {
        let isSlowTurn = index % hands.count == turn
        let readers = hands.filter { $0.hasDisplay && (isSlowTurn || !$0.looksSlowly) }
        try expect(result, step, readers, stage)
      }
      outcomes.append(
        Outcome(
          decisions: try decided(since: start, stage),
          sound: try sound(after: step, stage),
          refusal: refusal
        )
      )
    }
    return outcomes
  }

  /// Expects each hand to have done what the first one has.
  private func compare(_ all: [[Outcome]], _ steps: [ExpectedStep], _ hands: [any Hand]) {
    for (hand, told) in zip(hands, all).dropFirst() {
      for (index, step) in steps.enumerated() {
        var (first, own) = (all[0][index], told[index])
        if !hand.tellsRefusals { (first.refusal, own.refusal) = (nil, nil) }
        #expect(own == first, "\(hand.name): \(step.verb) on \(step.node.path)")
      }
    }
  }

  /// Waits until the value is what it is to be, and looks whether all doors say so.
  private func expect(
    _ result: TreeValue,
    _ step: ExpectedStep,
    _ readers: [any Hand],
    _ stage: LiveStage
  ) throws {
    var last: TreeValue?
    try stage.tarmac.wait("\(step.node.path) to be \(result.words), not \(last?.words ?? "")") {
      last = try readers[0].read(step.node)
      return last == result
    }
    for hand in readers {
      #expect(try hand.read(step.node) == result, "\(hand.name): \(step.node.path)")
    }
  }

  /// Waits until the outputs carry what they are to carry after a step, and says what exactly that
  /// is.
  private func sound(after step: ExpectedStep, _ stage: LiveStage) throws -> [String: Float] {
    var heard: [String: [Float]] = [:]
    let what = "\(step.sound) after \(step.verb) on \(step.node.path)"
    try stage.tarmac.wait("\(what), not \(heard.mapValues(\.last))") {
      heard = try stage.listen(tail: 64) {}
      return heard.allSatisfy { name, samples in
        let wanted = step.sound[name] ?? 0
        return samples.allSatisfy { $0 == samples[0] }
          && abs(Double(samples[0]) - wanted) <= abs(wanted) * 1e-4
      }
    }
    return heard.compactMapValues(\.last)
  }

  /// Ends what has been accepted, and lets the deck go on and be cued.
  private func calm(_ nodes: [TreeNodeStatus], _ stage: LiveStage) throws {
    for node in nodes
    where node.path.hasSuffix(".active") && node.path.hasPrefix("rig.interrupters") {
      try stage.ask(TreeSetRequest(path: node.path, value: .toggle(false)))
    }
    try stage.ask(TreeSetRequest(path: "deck.interrupted", value: .toggle(false)))
    try stage.ask(TreeSetRequest(path: "deck.active", value: .toggle(true)))
    try stage.ask(TreeSetRequest(path: "deck.cue", value: .toggle(true)))
  }

  /// What the tower has decided since a moment, in words.
  private func decided(since start: Int, _ stage: LiveStage) throws -> [String] {
    try stage.ask(DecisionListRequest(last: 20)).filter { $0.number > start }
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
