// SPDX-License-Identifier: Apache-2.0
// The tree of values: every path, steps, fades, locks, and what happens to them when the rig
// changes.

import ControlTower
import ControlTree
import EngineTestBench
import Presets
import Quantities
import RigEngine
import RigErrors
import RigModel
import Testing

@Suite("The tree of values")
struct TreeTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      cue: { role: headphones, channels: 2 }
    interrupters:
      phone: { source: { jack: "phone:out_*", channels: 2 }, sends: [ { to: main } ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: "source:out_*", channels: 2 }
        sends: [ { to: main }, { to: cue, tap: pre, when: cue } ]
    """

  private static let other = preset.replacing("  deck:", with: "  tape:")

  @Test("has each path once, and each value that can be set takes what it is")
  func everyValue() throws {
    let bench = try EngineBench(Self.preset)
    let nodes = bench.engine.tree.nodes
    #expect(Set(nodes.map(\.path)).count == nodes.count)
    for node in nodes where !node.isReadOnly {
      if case .trigger = node.kind { continue }
      let before = node.value
      let reading = try bench.engine.tree.set(node.path, to: .value(before))
      #expect(reading.value == before, "\(node.path)")
      #expect(try bench.set(node.path, to: before.words) == before.words, "\(node.path)")
      #expect(node.value == before, "\(node.path)")
      if let usual = node.defaultValue {
        #expect(try node.kind.checked(usual, at: node.path) == usual, "\(node.path)")
      }
    }
    #expect(nodes.filter { $0.summary.last != "." }.map(\.path) == [])
  }

  @Test("a second send to an output hides no send to another one, whatever that is called")
  func twins() throws {
    let bench = try EngineBench(
      Self.preset.replacing(
        "  cue: {",
        with: "  main2: { role: usb, channels: 2 }\n  cue: {"
      ).replacing(
        "[ { to: main },",
        with: "[ { to: main2 }, { to: main }, { to: main, tap: pre },"
      )
    )
    _ = try bench.engine.tree.set("deck.sends.main2.level_db", to: .words("-1"))
    _ = try bench.engine.tree.set("deck.sends.main.level_db", to: .words("-2"))
    _ = try bench.engine.tree.set("deck.sends.main:2.level_db", to: .words("-3"))
    let levels = bench.engine.live.sessions[0].current.sends.prefix(3).map(\.level)
    #expect(levels == [Decibels(-1), Decibels(-2), Decibels(-3)])
  }

  @Test(
    "a program that no preset knows is called like nothing else in it",
    arguments: ["rig", "system_sounds", "currentRoute", "phone", "deck", "main", "control"]
  )
  func guests(_ name: String) throws {
    let channels = try GuestChannels(played: 2, captured: 0)
    let guest = Session.guest(of: name, channels, besides: try EngineBench.rig(Self.preset))
    #expect(guest.name == "\(name)2")
  }

  @Test("a step goes from where the value is, or is about to be, to the end of its range")
  func steps() throws {
    let bench = try EngineBench(Self.preset)
    func step(_ path: String, _ step: Double) throws -> String {
      try bench.engine.tree.set(path, to: .step(step)).value.words
    }
    #expect(try step("deck.fader_db", -1.5) == "-1.5")
    #expect(try step("deck.fader_db", -1.5) == "-3")
    #expect(try step("deck.fader_db", 100) == "12")
    #expect(try step("deck.balance", -0.25) == "-0.25")
    let fade = Fade(seconds: 2)
    _ = try bench.engine.tree.set("deck.fader_db", to: .words("-6"), over: fade)
    #expect(try step("deck.fader_db", -1) == "-7")
    #expect(throws: RigError.self) { try step("deck.mute", 1) }
  }

  @Test("a switch is turned to its other side; nothing else is")
  func toggles() throws {
    let bench = try EngineBench(Self.preset)
    for expected in ["on", "off"] {
      #expect(try bench.engine.tree.set("deck.mute", to: .toggle).value.words == expected)
      #expect(try bench.value("deck.mute") == expected)
    }
    #expect(throws: RigError.self) { try bench.engine.tree.set("deck.fader_db", to: .toggle) }
  }

  // MARK: Fades

  @Test("a level fades in dB, is heard where it ends, and stops where somebody else sets it")
  func fades() throws {
    let bench = try EngineBench(Self.preset)
    let tree = bench.engine.tree
    let start = MonotonicTime.now
    func level(after seconds: Double) throws -> Double? {
      tree.advance(now: start.after(Seconds(seconds)))
      return try tree.nodes(at: "deck.fader_db").first?.value.number
    }
    let set = try tree.set("deck.fader_db", to: .words("-40"), over: Fade(seconds: 4))
    #expect(set.value == .number(-40))
    #expect(try level(after: 0) == 0)
    #expect(try level(after: 1) == -10)
    #expect(try level(after: 3) == -30)
    #expect(tree.isFading && tree.fading == ["deck.fader_db": .number(-40)])
    #expect(try level(after: 4) == -40)
    #expect(!tree.isFading)
    bench.settle()
    #expect(abs(bench.heard("main") - EngineBench.input * 0.01) < 1e-6)

    // From silence a fade begins at the lowest level; to silence it ends exactly there.
    try bench.set("deck.fader_db", to: "-inf")
    _ = try tree.set("deck.fader_db", to: .words("0"), over: Fade(seconds: 2))
    #expect(try level(after: 10) == -90)
    #expect(try level(after: 11) == -45)
    try bench.set("deck.fader_db", to: "-3")
    #expect(try level(after: 11.5) == -3)
    _ = try tree.set("deck.fader_db", to: .words("-inf"), over: Fade(seconds: 1))
    _ = try level(after: 20)
    #expect(try level(after: 21) == -.infinity)
    bench.settle()
    #expect(bench.heard("main") == 0)
  }

  @Test("of the fade of an output the tower hears where it ends, and nothing of the way")
  func outputFade() throws {
    let bench = try EngineBench(Self.preset)
    var volumes: [Decibels] = []
    bench.engine.context.hooks.decided = { entry in
      if case .setVolume(_, let level) = entry.decision.event { volumes.append(level) }
    }
    let start = MonotonicTime.now
    _ = try bench.engine.tree.set("main.fader_db", to: .words("-20"), over: Fade(seconds: 1))
    for step in 0..<100 {
      bench.engine.tree.advance(now: start.after(Seconds(Double(step) / 100)))
    }
    #expect(volumes == [])
    #expect(
      abs((try bench.engine.tree.nodes(at: "main.fader_db")[0].value.number ?? 0) + 19.8) < 1e-4
    )
    bench.engine.tree.advance(now: start.after(Seconds(1)))
    #expect(volumes == [Decibels(-20)])
    bench.settle()
    #expect(abs(bench.heard("main") - EngineBench.input * 0.1) < 1e-6)
  }

  @Test("a volume that is turned and turned stands in the log once, as it is then")
  func log() throws {
    let bench = try EngineBench(Self.preset)
    let before = bench.engine.towerControl.decisions.entries.count
    for level in 1...50 { try bench.set("main.fader_db", to: "-\(level)") }
    try bench.set("cue.fader_db", to: "-3")
    try bench.set("main.fader_db", to: "-60")
    let entries = bench.engine.towerControl.decisions.entries.dropFirst(before)
    #expect(
      entries.map(\.decision.event) == [
        .setVolume(PortID("main"), Decibels(-50)), .setVolume(PortID("cue"), Decibels(-3)),
        .setVolume(PortID("main"), Decibels(-60)),
      ]
    )
    #expect(entries.last?.number == before + 52)
  }

  @Test(
    "what can't fade says so, and is as it was",
    arguments: [
      ("deck.mute", "on", 1.0), ("deck.fader_db", "-6", .infinity), ("deck.fader_db", "-6", 3_601),
    ]
  )
  func noFade(_ path: String, _ text: String, _ seconds: Double) throws {
    let bench = try EngineBench(Self.preset)
    let before = try bench.value(path)
    #expect(throws: RigError.self) {
      try bench.engine.tree.set(path, to: .words(text), over: Fade(seconds: seconds))
    }
    #expect(try bench.value(path) == before)
    #expect(!bench.engine.tree.isFading)
  }

  // MARK: Guards

  @Test("a locked value is refused by name until it is unlocked; the rules stand above that")
  func locks() throws {
    let bench = try EngineBench(Self.preset)
    try bench.set("deck.fader_db.locked", to: "on")
    let error = #expect(throws: RigError.self) { try bench.set("deck.fader_db", to: "-6") }
    #expect(
      error?.message == "'deck.fader_db' is locked; set 'deck.fader_db.locked' to off first."
    )
    #expect(error?.kind == .refused)
    #expect(try bench.value("deck.fader_db") == "0")
    #expect(try bench.value("deck.fader_db.locked") == "on")
    try bench.set("deck.fader_db.locked", to: "off")
    #expect(try bench.set("deck.fader_db", to: "-6") == "-6")
    try bench.set("rig.interrupters.phone.ring.locked", to: "on")
    #expect(throws: RigError.self) {
      try bench.engine.tree.pull("rig.interrupters.phone.ring", [:])
    }
    #expect(throws: RigError.self) { try bench.set("deck.why.locked", to: "on") }
  }

  @Test("locks and limits are found by patterns that end in theirs, and by no others")
  func guardPatterns() throws {
    let bench = try EngineBench(Self.preset)
    func paths(_ patterns: String...) throws -> [String] {
      try bench.engine.tree.nodes(meant: patterns).map(\.path)
    }
    #expect(
      try !paths("", "**", "deck").contains { $0.hasSuffix(".locked") || $0.hasSuffix(".maximum") }
    )
    #expect(try paths() == [], "who names no pattern means nothing")
    #expect(try paths("deck.fader_db.locked") == ["deck.fader_db.locked"])
    #expect(try paths("*.mute.maximum") == [], "a switch has no most")
    #expect(try paths("*.why.locked") == [], "what can only be read is not locked")
    #expect(throws: RigError.self) { try paths("deck.why.locked") }
    let (levels, limits) = try (
      paths("*.fader_db"), paths("*.fader_db.maximum", "*.fader_db.locked")
    )
    #expect(limits == levels.map { "\($0).locked" } + levels.map { "\($0).maximum" })
    try bench.set("deck.fader_db.maximum", to: "-6")
    let told = try bench.engine.tree.nodes(meant: ["**.maximum"])
    #expect(told.first { $0.path == "deck.fader_db.maximum" }?.value == .number(-6))
    #expect(told.first { $0.path == "deck.trim_db.maximum" }?.value == .number(12))
  }

  @Test("a maximum holds for values, steps and fades, and brings down what is above it")
  func maxima() throws {
    let bench = try EngineBench(Self.preset)
    try bench.set("deck.fader_db.maximum", to: "-6")
    #expect(try bench.value("deck.fader_db") == "-6")
    let error = #expect(throws: RigError.self) { try bench.set("deck.fader_db", to: "-5.5") }
    #expect(
      error?.message
        == "'deck.fader_db' goes up to -6 dB: its operator has set that as its maximum."
    )
    try bench.set("deck.fader_db", to: "-7")
    #expect(try bench.engine.tree.set("deck.fader_db", to: .step(3)).value == .number(-6))
    #expect(throws: RigError.self) {
      try bench.engine.tree.set("deck.fader_db", to: .words("0"), over: Fade(seconds: 1))
    }
    try bench.set("deck.fader_db.maximum", to: "12")
    #expect(try bench.set("deck.fader_db", to: "0") == "0")
    #expect(throws: RigError.self) { try bench.set("deck.mute.maximum", to: "on") }
  }

  // MARK: Triggers and changes

  @Test("a trigger does what it says, and refuses what it can't be told")
  func triggers() throws {
    let bench = try EngineBench(Self.preset)
    func pull(_ path: String, _ arguments: [String: String] = [:]) throws {
      guard case .now(let act) = try bench.engine.tree.pull(path, arguments) else { return }
      try act(arguments)
    }
    try pull("rig.interrupters.phone.ring")
    try pull("rig.interrupters.phone.accept")
    #expect(try bench.value("rig.interrupters.phone.active") == "on")
    #expect(try bench.value("deck.active") == "off")
    #expect(try bench.value("deck.interrupted") == "on")
    try bench.set("rig.interrupters.phone.active", to: "off")
    #expect(try bench.value("deck.interrupted") == "off")
    #expect(throws: RigError.self) { try pull("rig.interrupters.phone.ring", ["file": "x"]) }
    #expect(throws: RigError.self) { try pull("deck.fader_db") }
    #expect(throws: RigError.self) { try bench.set("rig.interrupters.phone.ring", to: "on") }
  }

  @Test("another rig has other paths; locks and fades of what stays go on")
  func reload() async throws {
    let bench = try EngineBench(Self.preset)
    let tree = bench.engine.tree
    try bench.set("main.mute.locked", to: "on")
    _ = try tree.set("deck.fader_db", to: .words("-20"), over: Fade(seconds: 60))
    _ = try tree.set("main.fader_db", to: .words("-20"), over: Fade(seconds: 60))
    let before = tree.generation
    try await bench.reload(Self.other)
    #expect(tree.generation != before)
    tree.advance(now: .now)
    #expect(tree.fading.keys.sorted() == ["main.fader_db"])
    #expect(throws: RigError.self) { try bench.set("deck.fader_db", to: "0") }
    #expect(try bench.set("tape.fader_db", to: "-6") == "-6")
    #expect(throws: RigError.self) { try bench.set("main.mute", to: "on") }
  }

  @Test("does not keep the engine")
  func memory() throws {
    weak var engine: Engine?
    do {
      let bench = try EngineBench(Self.preset)
      engine = bench.engine
      #expect(bench.engine.tree.nodes.count > 30)
    }
    #expect(engine == nil)
  }
}
