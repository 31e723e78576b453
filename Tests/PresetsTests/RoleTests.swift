// SPDX-License-Identifier: Apache-2.0
// Roles: what each stands for, and that a session's own keys win.

import ControlTower
import Presets
import Quantities
import RigModel
import RuleProofs
import Testing

@Suite("A role")
struct RoleTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test("makes a configuration that the tower takes", arguments: Role.allCases)
  func isTaken(_ role: Role) throws {
    let session = try bench.session("role: \(role.rawValue)")
    let defaults = role.defaults
    #expect(session.seat.role == role && session.seat.configuration.refusals() == [])
    #expect(session.seat.configuration.category == defaults.category)
    #expect(session.seat.configuration.mode == defaults.mode)
    #expect(session.seat.configuration.options == defaults.options)
    #expect(session.seat.configuration.duck == defaults.duck)
    #expect(session.seat.configuration.behaviour == defaults.behaviour)
    #expect(session.seat.startsActive == defaults.startsActive)
    #expect(session.seat.categoryBesideOthers == defaults.categoryBesideOthers)
    #expect(session.seat.configurationBesideOthers.refusals() == [])
  }

  @Test("of a game finds other music and mixes with it, of others it does not", .proves("CHG-10"))
  func besideOthers() throws {
    let game = try bench.session("role: game")
    #expect(game.seat.configuration.category == .soloAmbient)
    #expect(game.seat.configurationBesideOthers.category == .ambient)
    #expect(game.seat.configurationBesideOthers.isMixable)
    let player = try bench.session("role: player")
    #expect(player.seat.configurationBesideOthers == player.seat.configuration)
    let deck = try bench.session(
      "category: playback\noptions: [ mixWithOthers ]\nmode: moviePlayback\n"
        + "when_other_audio_playing: ambient"
    )
    #expect(deck.seat.configurationBesideOthers.options == [])
    #expect(deck.seat.configurationBesideOthers.mode == .default)
  }

  @Test(
    "obeys switch and lock or does not, mixes or does not, as its program should",
    .proves("ROLE-01", "ROLE-02", "ROLE-03", "ROLE-06", "ROLE-07", "ROLE-08", "ROLE-10", "ROLE-11")
  )
  func behaviour() {
    let obedient = Role.allCases.filter(\.defaults.category.behaviour.obeysSilentSwitch)
    #expect(obedient == [.game, .utility])
    let mixing = Role.allCases.filter { role in
      var configuration = SessionConfiguration(id: SessionID("a"))
      configuration.category = role.defaults.category
      configuration.options = role.defaults.options
      return configuration.isMixable
    }
    #expect(mixing == [.announcer, .instrument, .dj, .utility])
    #expect(Role.allCases.filter { !$0.defaults.category.behaviour.hasOutput } == [.recorder])
  }

  @Test(
    "lets go by itself where nobody else would make it",
    .proves("ACT-13", "ACT-14", "ACT-A1", "ACT-A2", "ROLE-12", "ROLE-A3", "ROLE-A5", "ROLE-A6")
  )
  func deactivation() {
    let leaving = Role.allCases.filter(\.defaults.behaviour.deactivatesOnStop)
    #expect(leaving == [.voip, .recorder, .browser, .announcer])
    for role in leaving { #expect(!role.defaults.startsActive, "\(role)") }
  }

  @Test("asks at load for a permission that it lacks, if it records", .proves("PERM-05"))
  func permission() throws {
    for role in Role.allCases {
      let text = "role: \(role.rawValue)\n"
      #expect(try !bench.session(text).seat.asksToRecordAtLoad)
      let asking = try bench.session(text + "record_permission: ask")
      #expect(asking.seat.configuration.behaviour.recordPermission == .undetermined)
      #expect(
        asking.seat.asksToRecordAtLoad == [.voip, .recorder, .meter].contains(role),
        "\(role)"
      )
    }
    #expect(try !bench.session("record_permission: ask").seat.asksToRecordAtLoad)
  }

  @Test("gives way to what its session says")
  func ownKeysWin() throws {
    let session = try bench.session(
      """
      role: announcer
      category: playAndRecord
      mode: default
      options: [ duckOthers ]
      duck: { level_db: -6 }
      active: on
      deactivate_on: never
      resume: always
      route_policy: stopOnChange
      """
    )
    #expect(session.seat.configuration.category == .playAndRecord)
    #expect(session.seat.configuration.mode == .default)
    #expect(session.seat.configuration.options == [.duckOthers])
    #expect(session.seat.configuration.duck.level == Decibels(-6))
    #expect(session.seat.configuration.duck.attack == Role.announcer.defaults.duck.attack)
    #expect(session.seat.configuration.duck.startsAfterAttack)
    #expect(session.seat.startsActive && !session.seat.configuration.behaviour.deactivatesOnStop)
    #expect(session.seat.configuration.behaviour.resume == .always)
    #expect(session.seat.configuration.behaviour.routePolicy == .stopOnChange)
  }

  @Test("leaves out what its session's own category does not take")
  func otherCategory() throws {
    let caller = try bench.session("role: voip\ncategory: playback").seat.configuration
    #expect(caller.mode == .default && caller.refusals() == [])
    let deck = try bench.session("role: dj\ncategory: ambient").seat.configuration
    #expect(deck.options == [] && deck.behaviour == Role.dj.defaults.behaviour)
  }
}
