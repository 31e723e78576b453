// SPDX-License-Identifier: Apache-2.0
// The tree of values on a live rig: set at one door, heard on JACK, reported at another.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("The tree on a live rig", .serialized)
struct LiveTreeTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      cue: { role: headphones, ports: [ "cue:in_1" ] }
    interrupters:
      phone: { source: { jack: [ "voices:out_2" ] }, sends: [ { to: wall } ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: wall } ]
    """

  private func run(_ body: (LiveStage) async throws -> Void) async throws {
    try await LiveStage.run(
      Self.preset,
      voices: ["deck", "phone"],
      outputs: ["wall", "cue"],
      by: .clock
    ) {
      stage in
      try stage.hears(["wall": ["deck"]])
      try await body(stage)
    }
  }

  @Test("every value is the same at the socket, the command line and in a subscription")
  func everyDoor() async throws {
    try await run { stage in
      let diary = try ValueDiary(of: stage.tarmac)
      defer { diary.close() }
      let nodes = try stage.ask(TreeListRequest())
      #expect(Set(nodes.map(\.path)).count == nodes.count)
      try stage.tarmac.wait("all values") {
        diary.values.count == nodes.count { $0.kind != "trigger" }
      }
      for node in nodes where node.kind == "level" && !node.isReadOnly {
        let said = try stage.tarmac.command("set", node.path, "-12.5")
        #expect(said == "\(node.path) -12.5\n")
        #expect(
          try stage.ask(TreeGetRequest(patterns: [node.path])).map(\.value) == [.number(-12.5)]
        )
        try stage.tarmac.wait("\(node.path) to be told") {
          diary.values[node.path] == .number(-12.5)
        }
        let set = try stage.ask(TreeSetRequest(path: node.path, value: .number(0)))
        #expect(set == TreeEntry(path: node.path, value: .number(0)))
        #expect(try stage.tarmac.command("get", node.path).contains("\(node.path)  0 dB"))
        try stage.tarmac.wait("\(node.path) to be told") { diary.values[node.path] == .number(0) }
      }
      for node in nodes where node.kind == "switch" && !node.isReadOnly {
        let before = node.text == "on"
        for isOn in [!before, before] {
          let set = try stage.ask(TreeSetRequest(path: node.path, toggles: true))
          #expect(set.value == .toggle(isOn), "\(node.path)")
          try stage.tarmac.wait("\(node.path) to be told") {
            diary.values[node.path] == .toggle(isOn)
          }
        }
      }
      #expect(diary.numbers == Array(1...diary.numbers.count))
      try stage.hears(["wall": ["deck"]])
    }
  }

  @Test("a fade is heard without a step, ends exactly where it is to, and is told on its way")
  func fade() async throws {
    try await run { stage in
      let diary = try ValueDiary(of: stage.tarmac, "*.fader_db", rate: 60)
      defer { diary.close() }
      let decisions = try stage.ask(DecisionListRequest(last: 1)).last?.number ?? 0
      for path in ["deck.fader_db", "wall.fader_db"] {
        let heard = try #require(
          try stage.listen {
            #expect(
              try stage.tarmac.command("set", path, "-inf", "--over", "0.5") == "\(path) -inf\n"
            )
            try stage.tarmac.wait("the end of the fade") {
              diary.values[path] == .number(-.infinity)
            }
          }["wall"]
        )
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 }, "it goes one way")
        let level = stage.level(of: "deck")
        let jump = zip(heard, heard.dropFirst()).map { $0 - $1 }.max() ?? 0
        #expect(jump < level / 100)
        #expect(heard.contains { 0 < $0 && $0 < level / 2 })
        try stage.hears(["wall": []])
        let way = diary.history(of: path).compactMap(\.number)
        #expect(way.count > 5 && zip(way, way.dropFirst()).allSatisfy { $0 >= $1 })
        _ = try stage.ask(TreeSetRequest(path: path, value: .number(0)))
        try stage.hears(["wall": ["deck"]])
      }
      let last = try #require(try stage.ask(DecisionListRequest(last: 2)).last)
      #expect(last.number == decisions + 2, "the volume, down and up")
      #expect(last.event.contains("0 dB"), "what is turned further stands there once")
    }
  }

  @Test("several values change in one step, all or none: a crossfade adds up in every frame")
  func several() async throws {
    func strip(_ keys: String) -> String {
      "category: playback, options: [ mixWithOthers ], active: true, sends: [ { to: wall } ], \(keys)"
    }
    let preset = """
      tarmac: 1
      routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
      sessions:
        a: { \(strip("source: { jack: [ 'voices:out_1' ] }")) }
        b: { \(strip("source: { jack: [ 'voices:out_2' ] }, fader_db: -inf")) }
      """
    try await LiveStage.run(preset, voices: ["a", "b"], outputs: ["wall"], by: .clock) { stage in
      try stage.hears(["wall": ["a"]])
      let tarmac = stage.tarmac
      let refused = try tarmac.command("set", "a.fader_db", "-inf", "b.fader_db", "99")
      #expect(refused.contains("'b.fader_db'"))
      #expect(try tarmac.command("set", "a.mute", "on", "b.mute").contains("VALUE"))
      try stage.hears(["wall": ["a"]])
      let heard = try #require(
        try stage.listen {
          let said = try tarmac.command("set", "a.fader_db", "-inf", "b.fader_db", "0")
          #expect(said == "a.fader_db -inf\nb.fader_db 0\n")
        }["wall"]
      )
      #expect(heard.last == stage.level(of: "b"))
      // If one were later than the other, the ramp would be steeper there.
      let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
      let usual = (stage.level(of: "b") - stage.level(of: "a")) / Float(steps.count)
      #expect(steps.count > 100)
      #expect(steps.allSatisfy { abs($0 - usual) < abs(usual) / 100 })
    }
  }

  @Test("locks and limits hold at every door, and are told with a sentence")
  func guards() async throws {
    try await run { stage in
      _ = try stage.tarmac.command("set", "deck.fader_db.locked", "on")
      let refused = try stage.tarmac.command("set", "deck.fader_db", "-6")
      #expect(refused.contains("'deck.fader_db' is locked"))
      #expect(throws: (any Error).self) {
        try stage.ask(SetRequest(path: "deck.fader_db", value: "-6"))
      }
      #expect(throws: (any Error).self) {
        try stage.ask(TreeSetRequest(path: "deck.fader_db", step: -6))
      }
      try stage.hears(["wall": ["deck"]])
      #expect(try stage.ask(TreeListRequest(patterns: ["deck.fader_db"])).first?.isLocked == true)
      // A lock outlives a reload.
      try stage.ask(ReloadRequest())
      #expect(try stage.tarmac.command("set", "deck.fader_db", "-6").contains("is locked"))
      _ = try stage.tarmac.command("set", "deck.fader_db.locked", "off")
      _ = try stage.tarmac.command("set", "wall.fader_db.maximum", "-6")
      try stage.hears(["wall": stage.level(of: "deck") * LinearGain(Decibels(-6)).factor])
      #expect(try stage.tarmac.command("set", "wall.fader_db", "0").contains("goes up to -6 dB"))
    }
  }

  @Test(
    "triggers do what the commands do, and an interruption is shown by all who look",
    .proves("INT-09", "INT-10", at: .live)
  )
  func triggers() async throws {
    try await run { stage in
      let diary = try ValueDiary(of: stage.tarmac, "deck.*")
      defer { diary.close() }
      func shows(_ isInterrupted: Bool, why: String) throws {
        try stage.tarmac.wait("the session to be shown as it is, \(why)") {
          diary.values["deck.interrupted"] == .toggle(isInterrupted)
            && diary.values["deck.active"] == .toggle(!isInterrupted)
            && diary.values["deck.why"]?.words == why
        }
      }
      try shows(false, why: "")
      #expect(try stage.tarmac.command("trigger").contains("rig.interrupters.phone.ring"))
      _ = try stage.tarmac.command("trigger", "rig.interrupters.phone.ring")
      _ = try stage.tarmac.command("trigger", "rig.interrupters.phone.accept")
      try stage.hears(["wall": ["phone"]])
      try shows(
        true,
        why: "Interrupted by the phone: the phone outranks every session (INT-01)."
      )
      _ = try stage.tarmac.command("set", "rig.interrupters.phone.active", "off")
      try stage.hears(["wall": ["deck"]])
      try shows(false, why: "")
      let file = stage.tarmac.folder.appending(path: "take.wav").path
      _ = try stage.tarmac.command("trigger", "wall.record", "file=\(file)")
      #expect(
        try stage.ask(TreeGetRequest(patterns: ["wall.recording"])).map(\.value) == [.toggle(true)]
      )
      _ = try stage.tarmac.command("trigger", "wall.stop_recording")
      #expect(FileManager.default.fileExists(atPath: file))
      let said = try stage.tarmac.command("trigger", "wall.record")
      #expect(said.contains("'wall.record' needs 'file'."))
      _ = try stage.tarmac.command("trigger", "rig.reload")
      try stage.hears(["wall": ["deck"]])
    }
  }

  @Test("who subscribes is told of a new rig from the beginning, and nothing more after the end")
  func subscriptions() async throws {
    try await run { stage in
      let diary = try ValueDiary(of: stage.tarmac, "tape.*", "deck.fader_db")
      defer { diary.close() }
      try stage.tarmac.wait("deck") { diary.values == ["deck.fader_db": .number(0)] }
      let file = stage.tarmac.folder.appending(path: "rig.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing("  deck:", with: "  tape:").write(
        to: file,
        atomically: true,
        encoding: .utf8
      )
      try stage.ask(ReloadRequest())
      try stage.tarmac.wait("tape") { diary.values["tape.fader_db"] == .number(0) }
      #expect(diary.values["deck.fader_db"] == nil)
      try diary.unsubscribe()
      let before = diary.numbers.count
      _ = try stage.ask(TreeSetRequest(path: "tape.fader_db", value: .number(-3)))
      let other = try ValueDiary(of: stage.tarmac, "tape.fader_db")
      defer { other.close() }
      try stage.tarmac.wait("the other one") { other.values["tape.fader_db"] == .number(-3) }
      #expect(diary.numbers.count == before)
      let connection = try stage.tarmac.anotherClient().connect()
      defer { connection.close() }
      #expect(throws: (any Error).self) {
        try connection.send(TreeSubscribeRequest(patterns: ["*"], rate_hz: 1_000))
      }
      #expect(throws: (any Error).self) {
        try connection.send(SubscribeRequest(topics: [.value]))
      }
    }
  }
}
