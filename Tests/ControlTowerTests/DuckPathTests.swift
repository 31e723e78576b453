// SPDX-License-Identifier: Apache-2.0
// Where ducks act while sound flows from session to session, and that they follow a connection that
// is made or cut.

import Quantities
import RuleProofs
import Testing

@testable import ControlTower

@Suite("The place of a duck among connected sessions")
struct DuckPathTests {
  private let down = Decibels(-12)

  @Test("leaves out the outputs of a ducker that spares the session", .proves("DUCK-A3"))
  func spared() throws {
    var sparing = SessionConfiguration.ducker("sparing").sent(to: "hall")
    sparing.ducksOf["music"] = Duck(level: .unity, attack: Seconds(0.1), release: Seconds(0.6))
    let stage = try Stage(
      .mixing("music").sent(to: "hall", "foyer"),
      .mixing("pad").sent(to: "hall"),
      .ducker().sent(to: "foyer"),
      sparing,
      active: ["music", "pad", "voice", "sparing"]
    )
    #expect(stage.tower.session("music")?.duck?.outputs == ["foyer"])
    #expect(stage.duckLevel("pad") == down)
  }

  @Test("is all that a session sounds through once both meet in a session", .proves("DUCK-A3"))
  func meeting() throws {
    var stage = try Stage(
      .mixing("music").sent(to: "foyer", "hall"),
      .ducker().sent(),
      .mixing("master").sent(to: "hall"),
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
      .mixing("music").sent(to: "foyer"),
      .mixing("pad").sent(),
      .ducker().sent(),
      .mixing("master").sent(to: "hall"),
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
      .mixing("music").sent(),
      .ducker().sent(),
      .mixing("speech").sent(),
      .mixing("master").sent(to: "hall"),
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
      .mixing("music").sent(),
      .ducker().sent(to: "hall"),
      .mixing("master").sent(to: "hall"),
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
