// SPDX-License-Identifier: Apache-2.0
// A session is muted by its user, by its program, or by both: each can undo only its own mute.

import ControlTower
import EngineTestBench
import RigEngine
import RigErrors
import Testing

@Suite("Mute of a session")
struct MuteTests {
  private static let deck = SessionID("deck")

  private static func preset(_ mute: String, mode: String = "default") -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        category: playback
        mode: \(mode)
        active: true
        mute: \(mute)
        background_audio: on
        source: { jack: "deck:out" }
        sends: [ { to: main } ]
    """
  }

  /// Whether the sound, the tower's state and the result of `get` agree.
  private func expect(
    _ bench: EngineBench,
    isMuted: Bool,
    byUser: Bool,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    bench.settle()
    #expect(bench.heard("main") == (isMuted ? 0 : EngineBench.input), sourceLocation: location)
    #expect(bench.state("deck")?.isOutputMuted == isMuted, sourceLocation: location)
    #expect(try bench.value("deck.mute") == (byUser ? "on" : "off"), sourceLocation: location)
  }

  @Test("by its preset is known to the tower from the start", arguments: ["on", "off"])
  func preset(_ mute: String) throws {
    let bench = try EngineBench(Self.preset(mute))
    try expect(bench, isMuted: mute == "on", byUser: mute == "on")
  }

  @Test("by its program neither hides that of its user nor ends it")
  func both() throws {
    let bench = try EngineBench(Self.preset("off"))
    try bench.set("deck.mute", to: "on")
    try expect(bench, isMuted: true, byUser: true)
    try bench.engine.handle(.setOutputMuted(Self.deck, true))
    try bench.engine.handle(.setOutputMuted(Self.deck, false))
    try expect(bench, isMuted: true, byUser: true)
    try bench.engine.handle(.setOutputMuted(Self.deck, true))
    try bench.set("deck.mute", to: "off")
    try expect(bench, isMuted: true, byUser: false)
    try bench.engine.handle(.setOutputMuted(Self.deck, false))
    try expect(bench, isMuted: false, byUser: false)
  }

  @Test("is left as it was where the tower refuses to end it")
  func refusal() throws {
    let bench = try EngineBench(Self.preset("on", mode: "shortFormVideo"))
    // If it were heard, it would exclude others, which no session may do from the background.
    try bench.engine.handle(.setForeground(Self.deck, false))
    let error = #expect(throws: RigError.self) {
      try bench.set("deck.mute", to: "off")
    }
    #expect(error?.kind == .refused)
    try expect(bench, isMuted: true, byUser: true)
  }

  @Test("by its user outlasts a lost server, by its program it does not")
  func serverLoss() async throws {
    let bench = try EngineBench(Self.preset("off"))
    try bench.set("deck.mute", to: "on")
    try bench.engine.handle(.setOutputMuted(Self.deck, true))
    bench.engine.tell(.mediaServicesLost)
    bench.engine.resume(on: nil)
    try bench.engine.handle(.activate(Self.deck))
    #expect(bench.state("deck")?.isMutedByProgram == false)
    try expect(bench, isMuted: true, byUser: true)
  }

  @Test(
    "stays as its user has left it through a reload, unless the preset says something else",
    arguments: [("off", "on", "off", true), ("off", "on", "on", true), ("on", "off", "off", false)]
  )
  func reload(_ before: String, _ user: String, _ after: String, _ isMuted: Bool) async throws {
    let bench = try EngineBench(Self.preset(before))
    try bench.set("deck.mute", to: user)
    try await bench.reload(Self.preset(after))
    try expect(bench, isMuted: isMuted, byUser: isMuted)
    // Another configuration is another session to the tower.
    try await bench.reload(Self.preset(after, mode: "moviePlayback"))
    try expect(bench, isMuted: isMuted, byUser: isMuted)
  }
}
