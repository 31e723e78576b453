// SPDX-License-Identifier: Apache-2.0
// Where ducks act while sound flows from session to session, and that they follow a connection that
// is made or cut.

import Quantities
import RuleProofs
import Testing

@testable import ControlTower

@Suite("The place of a duck among connected sessions")
struct DuckPathTests {
  private static func sent(_ session: SessionConfiguration, _ outputs: PortID...)
    -> SessionConfiguration
  {
    var session = session
    session.targets =
      outputs.isEmpty ? .nowhere : SendTargets(pinned: Set(outputs), followsRoute: false)
    session.behaviour.interSession = true
    return session
  }

  private let down = Decibels(-12)

  @Test("leaves out the outputs of a ducker that spares the session", .proves("DUCK-A3"))
  func spared() throws {
    var sparing = Self.sent(.ducker("sparing"), "hall")
    sparing.ducksOf["music"] = Duck(level: .unity, attack: Seconds(0.1), release: Seconds(0.6))
    let stage = try Stage(
      Self.sent(.mixing("music"), "hall", "foyer"),
      Self.sent(.mixing("pad"), "hall"),
      Self.sent(.ducker(), "foyer"),
      sparing,
      active: ["music", "pad", "voice", "sparing"]
    )
    #expect(stage.tower.session("music")?.duck?.outputs == ["foyer"])
    #expect(stage.duckLevel("pad") == down)
  }

  @Test("is all that a session sounds through once both meet in a session", .proves("DUCK-A3"))
  func meeting() throws {
    var stage = try Stage(
      Self.sent(.mixing("music"), "foyer", "hall"),
      Self.sent(.ducker()),
      Self.sent(.mixing("master"), "hall"),
      active: ["music", "master"]
    )
    try stage(.connect("music", to: "master"))
    try stage(.connect("voice", to: "master"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == down)
    #expect(stage.tower.session("music")?.duck?.outputs == nil)
  }

  @Test("is nowhere in a session that a ducker meets only where others flow", .proves("DUCK-A3"))
  func others() throws {
    var stage = try Stage(
      Self.sent(.mixing("music"), "foyer"),
      Self.sent(.mixing("pad")),
      Self.sent(.ducker()),
      Self.sent(.mixing("master"), "hall"),
      active: ["music", "pad", "master"]
    )
    try stage(.connect("pad", to: "master"))
    try stage(.connect("voice", to: "master"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("pad") == down)
    #expect(stage.duckLevel("music") == nil)
  }

  @Test("is before a meeting behind several sessions", .proves("DUCK-A4"))
  func chain() throws {
    var stage = try Stage(
      Self.sent(.mixing("music")),
      Self.sent(.ducker()),
      Self.sent(.mixing("speech")),
      Self.sent(.mixing("master"), "hall"),
      active: ["music", "speech", "master"]
    )
    try stage(.connect("voice", to: "speech"))
    try stage(.connect("speech", to: "master"))
    try stage(.connect("music", to: "master"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == down)
    #expect(stage.duckLevel("speech") == nil && stage.duckLevel("master") == nil)
  }

  @Test("follows the first and the last connection that there is", .proves("DUCK-A4"))
  func connections() throws {
    var stage = try Stage(
      Self.sent(.mixing("music")),
      Self.sent(.ducker(), "hall"),
      Self.sent(.mixing("master"), "hall"),
      active: ["music", "master", "voice"]
    )
    #expect(stage.duckLevel("music") == down && stage.duckLevel("master") == down)
    try stage(.connect("music", to: "master"))
    #expect(stage.duckLevel("music") == nil, "it is turned down in the master")
    #expect(stage.duckLevel("master") == down)
    try stage(.disconnect("music", from: "master"))
    #expect(stage.duckLevel("music") == down)
  }
}
