// SPDX-License-Identifier: Apache-2.0
// An operator's listening beside the audience's sound: solo, before and behind the fader.

import RenderCore
import ControlTower
import EngineTestBench
import RigEngine
import RigErrors
import Testing

@Suite("Solo")
struct SoloTests {
  private static func preset(_ solo: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 1 }
      phones: { role: headphones, channels: 1 }
    \(solo)
    buses:
      fx: { channels: 1, fader_db: -20, sends: [ { to: main } ] }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        fader_db: -20
        source: { jack: "far:out_1" }
        sends: [ { to: main } ]
      singer:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: "far:out_2" }
        sends: [ { to: fx } ]
      caller:
        category: playback
        options: [ duckOthers ]
        source: { jack: "far:out_3" }
        sends: [ { to: phones } ]
    """
  }

  /// The output in units of one half, which is the value of every input.
  private static func heard(_ bench: EngineBench, _ route: String) -> Float {
    bench.settle()
    return bench.heard(route) / EngineBench.input
  }

  private static func isAbout(_ level: Float, _ other: Float) -> Bool { abs(level - other) < 1e-6 }

  @Test(
    "is heard before the fader or behind it, of sessions and buses, and changes no sample elsewhere",
    arguments: [("pfl", Float(1)), ("afl", 0.1)]
  )
  func taps(_ tap: String, _ share: Float) throws {
    let bench = try EngineBench(Self.preset("solo: { to: phones, tap: \(tap) }"))
    let main = Self.heard(bench, "main")
    #expect(Self.isAbout(main, 0.2))
    #expect(Self.heard(bench, "phones") == 0)
    for (name, level) in [("deck", share), ("fx", share), ("singer", 1)] {
      try bench.set("\(name).cue", to: "on")
      #expect(Self.isAbout(Self.heard(bench, "phones"), level), "\(name)")
      #expect(Self.heard(bench, "main") == main, "\(name)")
      try bench.set("\(name).cue", to: "off")
    }
    try bench.set("deck.cue", to: "on")
    try bench.set("deck.mute", to: "on")
    #expect(Self.isAbout(Self.heard(bench, "phones"), tap == "pfl" ? 1 : 0))
    #expect(Self.isAbout(Self.heard(bench, "main"), 0.1))
    try bench.set("deck.sends.phones.level_db", to: "-20")
    #expect(Self.isAbout(Self.heard(bench, "phones"), tap == "pfl" ? 0.1 : 0))
  }

  @Test("turns nothing down on other outputs for who speaks where solo is heard")
  func ducks() throws {
    let bench = try EngineBench(Self.preset("solo: { to: phones }"))
    let main = Self.heard(bench, "main")
    try bench.set("caller.active", to: "on")
    #expect(Self.heard(bench, "main") == main)
    #expect(bench.state("deck")?.targets.pinned.map(\.name) == ["main"])
  }

  @Test("is cleared at once, in one go, unless an operator keeps one of the cues on")
  func clears() throws {
    let bench = try EngineBench(Self.preset("solo: { to: phones }"))
    func clear() throws {
      guard case .now(let act) = try bench.engine.tree.pull("rig.solo.clear", [:]) else { return }
      try act([:])
    }
    let names = ["deck", "singer", "fx"]
    for name in names { try bench.set("\(name).cue", to: "on") }
    #expect(Self.heard(bench, "phones") > 2)
    try bench.set("singer.cue.locked", to: "on")
    #expect(throws: RigError.self) { try clear() }
    for name in names { #expect(try bench.value("\(name).cue") == "on") }
    try bench.set("singer.cue.locked", to: "off")
    let before = bench.engine.controller.sentCommands
    try clear()
    #expect(bench.engine.controller.sentCommands - before == names.count)
    for name in names { #expect(try bench.value("\(name).cue") == "off") }
    #expect(Self.heard(bench, "phones") == 0)
    #expect(UserValues(of: bench.engine).entries.isEmpty, "what is cleared is as the preset has it")
    try clear()
  }
}
