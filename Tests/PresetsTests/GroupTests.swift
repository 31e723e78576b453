// SPDX-License-Identifier: Apache-2.0
// Groups: their members, and mistakes in them.

import Presets
import Quantities
import RigModel
import Testing

@Suite("A group of a preset")
struct GroupTests {
  static let mistakes: [BadPreset] = [
    .rig("the name of a route", group("▶main: { members: [] }"), "'main'", "taken by a route"),
    .rig("the name of a bus", group("▶fx: { members: [] }"), "'fx'", "taken by a bus"),
    .rig("the name of a session", group("▶deck: { members: [] }"), "'deck'", "taken by a session"),
    .rig("no members", group("all: ▶{ mute: on }"), "needs the key 'members'"),
    .rig("a misspelt member", group("all: { members: [ ▶dekc ] }"), "did you mean 'deck'?"),
    .rig("a route as member", group("all: { members: [ ▶main ] }"), "no session or bus 'main'"),
    .rig("a member twice", group("all: { members: [ deck, ▶deck ] }"), "a member already"),
    .rig("a key of sessions", group("all: { members: [], ▶balance: 0 }"), "no key of a group"),
  ]

  private static func group(_ text: String) -> String {
    """
    buses: { fx: {} }
    groups:
      \(text)
    sessions:
      deck: { category: playback, source: { jack: "a:b" }, sends: [] }

    """
  }

  @Test("is refused with its place", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws { try preset.check() }

  @Test("has members, a fader and a mute")
  func members() throws {
    let text = Self.group("all: { members: [ deck, fx ], fader_db: -3, mute: on }")
    let rig = try Workbench().read(Workbench.rig + text)
    #expect(rig.groups.map(\.members) == [["deck", "fx"]])
    #expect(rig.groups[0].fader == Decibels(-3) && rig.groups[0].isMuted)
    #expect(rig.groups(of: "fx") == ["all"] && rig.groups(of: "other") == [])
  }
}
