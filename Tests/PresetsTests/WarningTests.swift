// SPDX-License-Identifier: Apache-2.0
// Warnings of the checker: allowed, but against the advice of a rule.

import ControlTower
import Presets
import RigModel
import RuleProofs
import Testing

@Suite("A warning")
struct WarningTests {
  static let advised: [BadPreset] = [
    .rig(
      "of a session without a purpose",
      "sessions: { ▶deck: { active: on, source: { jack: \"a:b\" } } }",
      "'role' nor 'category'",
      "DEF-A2"
    ),
    .rig(
      "of a session that does not know how to go on",
      "sessions: { ▶deck: { category: playback, source: { jack: \"a:b\" } } }",
      "'resume'",
      "DEF-06"
    ),
    .session(
      "of letting go for nobody",
      "category: ambient\n▶deactivate_on: stop",
      "leave 'deactivate_on' out",
      "DEF-10"
    ),
    .session(
      "of a duck without end",
      "category: playback\noptions: [ duckOthers ]\n▶active: on",
      "just before it sounds",
      "DUCK-05"
    ),
    .session("of a recorder without takes", "role: recorder\n▶active: on", "ACT-A2"),
    .session("of a call without a caller", "role: voip\n▶active: on", "ACT-A1"),
    .session("of gameChat", "category: playAndRecord\n▶mode: gameChat", "videoChat", "MODE-15"),
    .session(
      "of a measurement among others",
      "category: playback\nmode: measurement\n▶options: [ mixWithOthers ]",
      "MEAS-04"
    ),
    .session(
      "of a token that is never held",
      "role: instrument\nsource: { jack: \"a:b\" }\n"
        + "▶graph: [ { plugin: urn:test:mono, exclusive: card, shared: urn:test:keyed } ]",
      "'card'",
      "HWC-03"
    ),
    .rig(
      "of a side chain that stays silent",
      """
      sessions:
        deck: { role: player, source: { jack: "a:b" }, graph: [ { plugin: urn:test:keyed, sidechain: ▶voice } ] }
        voice: { role: recorder, source: { route: mic } }

      """,
      "'deck' and 'voice'",
      "mixWithOthers",
      "MIX-03"
    ),
    .session("of uiSounds", "category: ▶uiSounds", "former name of ambient", "ALI-03"),
    .session("of liveAudio", "category: ▶liveAudio", "former name of playback", "ALI-03"),
    .session(
      "of allowBluetooth",
      "category: record\noptions: [ ▶allowBluetooth ]",
      "allowBluetoothHFP",
      "ANC-OPT-02"
    ),
  ]

  @Test(
    "names its place and its rule, and lets the preset pass",
    .proves("DEF-06", "DEF-10", "DEF-A2", "DUCK-05", "MODE-15", "MEAS-04", "ALI-03"),
    arguments: advised
  )
  func isGiven(_ preset: BadPreset) throws {
    let bench = try Workbench()
    let warnings = try bench.read(preset.text).warnings
    #expect(warnings.count == 1, "\(warnings)")
    let warning = try #require(warnings.first)
    let position = try #require(preset.position)
    #expect(warning.isWarning && warning.description.contains(": warning: "))
    #expect(warning.line == position.line && warning.column == position.column, "\(warning)")
    for word in preset.words { #expect(warning.message.contains(word), "\(warning)") }
  }

  @Test("is not given to a role as it is", arguments: Role.allCases)
  func roles(_ role: Role) throws {
    let bench = try Workbench()
    let text = "role: \(role.rawValue)\nsource: { jack: \"a:b\" }"
    #expect(try bench.read(Workbench.rig + Workbench.session(text)).warnings == [])
  }

  @Test("of a former name changes nothing else", .proves("ALI-01", "ALI-02", "ALI-03"))
  func deprecatedNames() throws {
    let bench = try Workbench()
    for (deprecated, modern) in [("uiSounds", "ambient"), ("liveAudio", "playback")] {
      #expect(try bench.session("category: \(deprecated)") == bench.session("category: \(modern)"))
    }
  }

  @Test("is kept beside mistakes, and does not make one")
  func besideMistakes() throws {
    let bench = try Workbench()
    let file = try bench.write(
      "tarmac: 1\nsessions: { a: { category: uiSounds, trim: 1 } }",
      to: "r"
    )
    let errors = #expect(throws: PresetErrors.self) {
      try PresetReader(catalogue: StubCatalogue()).read(file: file)
    }
    #expect(errors?.problems.count == 1 && errors?.warnings.count == 1)
  }
}
