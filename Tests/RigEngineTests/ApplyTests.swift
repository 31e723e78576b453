// SPDX-License-Identifier: Apache-2.0
// Several values that change in one step: all of them, or none.

import ControlTower
import ControlTree
import EngineTestBench
import Quantities
import RenderCore
import RigEngine
import RigErrors
import Testing

@Suite("Several values at once")
struct ApplyTests {
  private static func preset(_ keys: String = "") -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 1 }
      phones: { role: headphones, channels: 1\(keys) }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: "far:out_1" }
        sends: [ { to: main }, { to: phones, level_db: -6 } ]
      solo:
        category: soloAmbient
        source: { jack: "far:out_2" }
        sends: [ { to: main } ]
      line:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: "far:out_3" }
        sends: [ { to: main } ]
    """
  }

  private func changes(_ words: [(String, String)]) -> [ValueChange] {
    words.map { ValueChange(path: $0.0, change: .words($0.1)) }
  }

  @Test("all change, and are heard from the same frame on")
  func all() throws {
    let bench = try EngineBench(Self.preset())
    bench.settle()
    let set = try bench.engine.tree.apply(
      changes([("deck.sends.main.level_db", "-inf"), ("deck.sends.phones.level_db", "0")])
    )
    #expect(set.map(\.value) == [.number(-.infinity), .number(0)])
    // Both ramps have come equally far.
    bench.cycle()
    let (main, phones) = (bench.heard("main"), bench.heard("phones"))
    let start = EngineBench.input * LinearGain(Decibels(-6)).factor
    let parts = [1 - main / EngineBench.input, (phones - start) / (EngineBench.input - start)]
    #expect(parts[0] > 0.05 && parts[0] < 0.95)
    #expect(abs(parts[0] - parts[1]) < 1e-4, "\(parts)")
  }

  @Test(
    "nothing changes and nothing is sent where one is refused, wherever it stands",
    arguments: [
      ("deck.fader_db", "13"), ("deck.volume", "0"), ("deck.why", "x"), ("main.mute", "perhaps"),
      ("deck.sends.main.level_db", "toggle"), ("deck.mute.locked", "on"),
      ("main.fader_db.maximum", "-20"),
      // Values that the tower refuses, and not the tree.
      ("line.active", "on"),
    ],
    0..<3
  )
  func none(_ bad: (path: String, value: String), _ place: Int) throws {
    let bench = try EngineBench(Self.preset())
    try bench.engine.handle(.interrupterBegan(.alarm))
    bench.settle()
    let before = bench.engine.tree.nodes.map(\.value)
    let (sent, tower) = (bench.engine.controller.sentCommands, bench.engine.tower.switches)
    var words = [("deck.balance", "-1"), ("rig.switches.silent", "on")]
    words.insert((bad.path, bad.value), at: place)
    let error = #expect(throws: RigError.self) { try bench.engine.tree.apply(changes(words)) }
    #expect(error?.message.contains("'\(bad.path)'") == true, "\(error?.message ?? "")")
    #expect(bench.engine.tree.nodes.map(\.value) == before)
    #expect(bench.engine.controller.sentCommands == sent)
    #expect(bench.engine.tower.switches == tower)
    #expect(UserValues(of: bench.engine).entries.isEmpty)
  }

  @Test("what was written before a failure that nobody could foresee is as it was, to the ear too")
  func failure() throws {
    let bench = try EngineBench(Self.preset())
    bench.engine.tree.hostNodes = {
      [
        TreeNode("rig.broken", .toggle(), "Fails.", read: { .toggle(false) }) {
          _ throws(RigError) in throw .unavailable("It does not answer.")
        }
      ]
    }
    bench.engine.context.publish(channels: bench.engine.context.channels, blockFrames: 256)
    try bench.set("phones.mute", to: "on")
    bench.settle()
    let words = [("phones.mute", "off"), ("deck.mute", "on"), ("rig.broken", "on")]
    let error = #expect(throws: RigError.self) { try bench.engine.tree.apply(changes(words)) }
    #expect(error?.message == "'rig.broken': It does not answer.")
    for _ in 0..<8 {
      bench.cycle()
      #expect(bench.heard("main") == EngineBench.input && bench.heard("phones") == 0)
    }
    #expect(try bench.value("phones.mute") == "on" && bench.value("deck.mute") == "off")
    #expect(UserValues(of: bench.engine).entries.keys.sorted() == ["phones.mute"])
  }

  @Test("the tower is asked in the order of the list, as if each were set alone")
  func order() throws {
    let bench = try EngineBench(Self.preset())
    try bench.engine.handle(.interrupterBegan(.alarm))
    bench.settle()
    let words = [("rig.interrupters.alarm.active", "off"), ("line.active", "on")]
    #expect(throws: RigError.self) { try bench.engine.tree.apply(changes(words.reversed())) }
    _ = try bench.engine.tree.apply(changes(words))
    #expect(bench.state("line")?.isActive == true)
  }

  @Test("a fade takes along what can fade; the rest changes at once")
  func fade() throws {
    let bench = try EngineBench(Self.preset())
    let fade = Fade(seconds: 4, curve: .linear)
    _ = try bench.engine.tree.apply(
      changes([("deck.fader_db", "-40"), ("main.fader_db", "-20"), ("deck.cue", "on")]),
      over: fade
    )
    let begin = MonotonicTime.now
    bench.engine.tree.advance(now: begin)
    bench.engine.tree.advance(now: begin.after(Seconds(2)))
    #expect(try bench.value("deck.fader_db") == "-20" && bench.value("main.fader_db") == "-10")
    #expect(try bench.value("deck.cue") == "on")
    #expect(throws: RigError.self) {
      try bench.engine.tree.apply(
        changes([("deck.fader_db", "0")]),
        over: Fade(seconds: 3_601, curve: .linear)
      )
    }
  }

  @Test("one value can't become two things")
  func twice() throws {
    let bench = try EngineBench(Self.preset())
    let words = [("deck.fader_db", "-3"), ("deck.mute", "on"), ("deck.fader_db", "-6")]
    let error = #expect(throws: RigError.self) { try bench.engine.tree.apply(changes(words)) }
    #expect(error?.message.contains("'deck.fader_db'") == true)
    #expect(try bench.value("deck.fader_db") == "0")
  }

  @Test("a fade goes on through a reload from where it is, and its end is what its user has set")
  func reload() async throws {
    let bench = try EngineBench(Self.preset())
    _ = try bench.engine.tree.set(
      "deck.fader_db",
      to: .words("-40"),
      over: Fade(seconds: 4, curve: .linear)
    )
    let begin = MonotonicTime.now
    bench.engine.tree.advance(now: begin)
    bench.engine.tree.advance(now: begin.after(Seconds(1)))
    bench.settle()
    let level = bench.heard("main")
    #expect(level == EngineBench.input * LinearGain(Decibels(-10)).factor)
    #expect(UserValues(of: bench.engine).entries["deck.fader_db"]?.value == .number(-40))
    try await bench.reload(Self.preset(", fader_db: -1")) { #expect(bench.heard("main") == level) }
    #expect(try bench.value("deck.fader_db") == "-10")
    bench.engine.tree.advance(now: begin.after(Seconds(2)))
    #expect(try bench.value("deck.fader_db") == "-20")
    bench.engine.tree.advance(now: begin.after(Seconds(5)))
    #expect(try bench.value("deck.fader_db") == "-40")
  }

  @Test("an edit of a send's tap or channels leaves its level as its user has set it")
  func send() async throws {
    let bench = try EngineBench(Self.preset())
    try bench.set("deck.sends.phones.level_db", to: "-3")
    let edited = Self.preset().replacing(
      "{ to: phones, level_db: -6 }",
      with: "{ to: phones, level_db: -6, tap: pre }"
    )
    try await bench.reload(edited)
    #expect(try bench.value("deck.sends.phones.level_db") == "-3")
    #expect(bench.heard("phones") == EngineBench.input * LinearGain(Decibels(-3)).factor)
    try await bench.reload(edited.replacing("level_db: -6", with: "level_db: -7"))
    #expect(try bench.value("deck.sends.phones.level_db") == "-7")
  }

  @Test("levels of two sends to one output go along with the sends, and not with their order")
  func twins() async throws {
    let pair = "{ to: main, tap: pre, when: cue }, { to: main }"
    func preset(_ sends: String) -> String {
      Self.preset().replacing("{ to: main }, { to: phones, level_db: -6 }", with: sends)
    }
    let bench = try EngineBench(preset(pair))
    try bench.set("deck.sends.main.level_db", to: "-inf")
    try bench.set("deck.sends.main:2.level_db", to: "-3")
    try await bench.reload(preset("{ to: main }"))
    #expect(try bench.value("deck.sends.main.level_db") == "-3")
    #expect(bench.heard("main") == EngineBench.input * LinearGain(Decibels(-3)).factor)
    try await bench.reload(preset(pair))
    #expect(try bench.value("deck.sends.main:2.level_db") == "-3")
    #expect(try bench.value("deck.sends.main.level_db") == "0")
  }

  @Test("what fades together has come as far in every cycle, and a limit moves no end of a fade")
  func together() async throws {
    let bench = try EngineBench(Self.preset())
    let fade = Fade(seconds: 10, curve: .linear)
    _ = try bench.engine.tree.set("deck.fader_db", to: .words("-40"), over: fade)
    let begin = MonotonicTime.now
    bench.engine.tree.advance(now: begin)
    bench.engine.tree.advance(now: begin.after(Seconds(1)))
    try bench.set("deck.fader_db.maximum", to: "-10")
    #expect(try bench.value("deck.fader_db") == "-10")
    #expect(UserValues(of: bench.engine).entries["deck.fader_db"]?.value == .number(-40))
    try await bench.reload(Self.preset(", fader_db: -1"))
    #expect(bench.engine.tree.isFading)
    bench.engine.tree.advance(now: begin.after(Seconds(11)))
    #expect(try bench.value("deck.fader_db") == "-40")
  }
}
