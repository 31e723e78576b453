// SPDX-License-Identifier: Apache-2.0
// A reload: parts that the new preset does not change stay as their user has left them.

import ControlTower
import EngineTestBench
import RigErrors
import Testing

@testable import RigEngine

@Suite("A change of the rig")
struct ChangeTests {
  private static func preset(
    deck: String = "fader_db: 0",
    category: String = "playback",
    more: String = "",
    main: String = ""
  ) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1\(main) } }
    sessions:
      deck:
        category: \(category)
        active: true
        \(deck)
        source: { jack: "deck:out" }
        sends: [ { to: main } ]
    \(more)
    """
  }

  @Test(
    "keeps what the user has set unless the preset says otherwise",
    arguments: [
      ("fader_db: 0", "-6"), ("fader_db: -3", "-3"), ("fader_db: 0\n    trim_db: 2", "-6"),
    ]
  )
  func fader(_ deck: String, _ reads: String) async throws {
    let bench = try EngineBench(Self.preset())
    try bench.set("deck.fader_db", to: "-6")
    try await bench.reload(Self.preset(deck: deck))
    #expect(try bench.value("deck.fader_db") == reads)
    #expect(bench.isCalled("deck"))
  }

  @Test("keeps a route's fader, too, and takes the preset's when that has changed")
  func route() async throws {
    let bench = try EngineBench(Self.preset())
    try bench.set("main.fader_db", to: "-6")
    try await bench.reload(Self.preset(more: otherSession))
    #expect(try bench.value("main.fader_db") == "-6")
  }

  @Test("lets a session come that is active, and go without a trace")
  func comeAndGo() async throws {
    let bench = try EngineBench(Self.preset(category: "playback\n    options: [ mixWithOthers ]"))
    try await bench.reload(
      Self.preset(category: "playback\n    options: [ mixWithOthers ]", more: otherSession)
    )
    #expect(bench.isCalled("other"))
    #expect(abs(bench.heard("main") - 2 * EngineBench.input) < 1e-4)
    try await bench.reload(Self.preset(category: "playback\n    options: [ mixWithOthers ]"))
    #expect(bench.state("other") == nil)
    #expect(abs(bench.heard("main") - EngineBench.input) < 1e-4)
  }

  @Test("tells the tower of another category, and keeps who was active", arguments: ["on", "off"])
  func category(_ isActive: String) async throws {
    let bench = try EngineBench(Self.preset())
    let id = SessionID("deck")
    if isActive == "off" { try bench.engine.handle(.deactivate(id, notifyingOthers: true)) }
    try await bench.reload(Self.preset(category: "ambient"))
    #expect(bench.state("deck")?.configuration.category == .ambient)
    #expect(bench.state("deck")?.isActive == (isActive == "on"))
    #expect(bench.isCalled("deck") == (isActive == "on"))
  }

  @Test("that changes nothing is not heard")
  func nothing() async throws {
    let bench = try EngineBench(Self.preset())
    let change = try await bench.engine.prepareChange(to: try EngineBench.rig(Self.preset()))
    #expect(change.silenced.isEmpty && change.leavingSends.isEmpty)
  }
}
