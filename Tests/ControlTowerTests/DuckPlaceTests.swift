// SPDX-License-Identifier: Apache-2.0
// Where a duck acts: at the outputs at which both are heard, and once on the way through sessions
// that hear sessions.

import Quantities
import RuleProofs
import Testing

@testable import ControlTower

@Suite("The place of a duck")
struct DuckPlaceTests {
  private let down = Decibels(-12)

  @Test(
    "is where both are heard: what is said in the foyer turns nothing down in the hall",
    .proves("DUCK-A3")
  )
  func zones() throws {
    var stage = try Stage(
      .music("hall").sent(to: "hall"),
      .mixing("foyer").sent(to: "foyer"),
      .mixing("both").sent(to: "hall", "foyer"),
      .ducker().sent(to: "foyer"),
      active: ["hall", "foyer", "both"]
    )
    let actions = try stage.actions(.activate("voice"))
    #expect(stage.duckLevel("hall") == nil)
    #expect(stage.duckLevel("foyer") == down && stage.duckLevel("both") == down)
    #expect(stage.tower.session("foyer")?.duck?.outputs == nil)
    #expect(stage.tower.session("both")?.duck?.outputs == ["foyer"])
    #expect(actions.contains(.duckOutputs("both", ["foyer"])))
    #expect(!actions.contains { if case .duckOutputs("foyer", _) = $0 { true } else { false } })
    // A duck ends where it was, and is set again where the next one is.
    #expect(
      try stage.actions(.deactivate("voice", notifyingOthers: false)).contains {
        if case .duckOutputs = $0 { true } else { false }
      } == false
    )
    try stage(.setTargets("voice", SendTargets(pinned: ["hall", "foyer"], followsRoute: false)))
    #expect(try stage.actions(.activate("voice")).contains(.duckOutputs("both", nil)))
    #expect(stage.duckLevel("hall") == down)
  }

  @Test("of two ducks reaches all outputs at which one of them is heard", .proves("DUCK-A3"))
  func twoDuckers() throws {
    var stage = try Stage(
      .mixing("both").sent(to: "hall", "foyer", "bar"),
      .ducker("a").sent(to: "foyer"),
      .ducker("b", level: -20).sent(to: "hall"),
      active: ["both", "a", "b"]
    )
    #expect(stage.duckLevel("both") == Decibels(-20))
    #expect(stage.tower.session("both")?.duck?.outputs == ["hall", "foyer"])
    try stage(.deactivate("b", notifyingOthers: false))
    #expect(stage.duckLevel("both") == down)
    #expect(stage.tower.session("both")?.duck?.outputs == ["foyer"])
  }

  @Test(
    "is none where somebody is heard only while he is cued, or before his fader",
    .proves("DUCK-A3")
  )
  func cue() throws {
    var deck = SessionConfiguration.mixing("deck").sent(to: "main", "phones")
    deck.targets.beforeDuck = ["phones"]
    var talk = SessionConfiguration.ducker("talk").sent(to: "main", "phones")
    talk.targets.cueOnly = ["main"]
    let stage = try Stage(deck, talk, active: ["deck", "talk"])
    #expect(stage.duckLevel("deck") == nil)
  }

  @Test("is every output where nobody knows an output", .proves("DUCK-A3"))
  func unknown() throws {
    let stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    #expect(stage.duckLevel("music") == down)
    #expect(stage.tower.session("music")?.duck?.outputs == nil)
  }

  @Test(
    "is once on the way: in who is sent to the output, not in who is heard through him alone",
    .proves("DUCK-A4")
  )
  func once() throws {
    var stage = try Stage(
      .mixing("music").sent(),
      .mixing("bus").sent(to: "hall"),
      .ducker().sent(to: "hall"),
      active: ["music", "bus"]
    )
    try stage(.connect("music", to: "bus"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == nil)
    #expect(stage.duckLevel("bus") == down)
    try stage(.deactivate("bus", notifyingOthers: false))
    #expect(stage.duckLevel("bus") == nil)
  }

  @Test("is before the session in which both come together, and not in that", .proves("DUCK-A4"))
  func master() throws {
    var stage = try Stage(
      .mixing("music").sent(),
      .ducker().sent(),
      .mixing("master").sent(to: "hall"),
      .mixing("pad").sent(to: "hall"),
      active: ["music", "master", "pad"]
    )
    try stage(.connect("music", to: "master"))
    try stage(.connect("voice", to: "master"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == down)
    #expect(stage.duckLevel("master") == nil, "it would turn down the voice as well")
    #expect(stage.duckLevel("pad") == down)
  }

  @Test(
    "is not in an echo of what is turned down already, and is in one of anything else",
    .proves("DUCK-A4")
  )
  func relay() throws {
    var echo = SessionConfiguration.mixing("echo").sent(to: "hall")
    echo.relays = ["music"]
    var stage = try Stage(
      .mixing("music").sent(to: "hall"),
      echo,
      .ducker().sent(to: "hall"),
      active: ["music", "echo"]
    )
    try stage(.connect("music", to: "echo"))
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == down)
    #expect(stage.duckLevel("echo") == nil)
    try stage(.deactivate("music", notifyingOthers: false))
    #expect(stage.duckLevel("echo") == down, "what it plays is turned down by nobody else")
  }

  @Test("is in an echo of what is turned down on some of its outputs only", .proves("DUCK-A4"))
  func relayHalf() throws {
    var echo = SessionConfiguration.mixing("echo").sent(to: "hall")
    echo.relays = ["music"]
    var stage = try Stage(
      .mixing("music").sent(to: "hall", "foyer"),
      echo,
      .ducker().sent(to: "hall"),
      active: ["music", "echo"]
    )
    try stage(.connect("music", to: "echo"))
    try stage(.activate("voice"))
    #expect(stage.tower.session("music")?.duck?.outputs == ["hall"])
    #expect(stage.duckLevel("echo") == down, "the music in it comes undiminished")
  }
}
