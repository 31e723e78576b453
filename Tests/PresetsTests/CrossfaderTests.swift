// SPDX-License-Identifier: Apache-2.0
// How the crossfader begins, what is assigned to it, and mistakes in both.

import Presets
import RigModel
import Testing

@Suite("The crossfader of a preset")
struct CrossfaderTests {
  static let mistakes: [BadPreset] = [
    .rig("an unknown curve", "crossfader: { curve: ▶power }\n", "additive, constantPower"),
    .rig("a place beyond the end", "crossfader: { position: ▶2 }\n", "-1 to 1"),
    .rig(
      "a steepness that has no effect",
      "crossfader: { curve: fastCut, ▶steepness: 2 }\n",
      "is for the curves 'additive' and 'constantPower'"
    ),
    .rig("another side", session("crossfader: ▶C"), "must be one of A, B, thru"),
    .rig("another fader", session("sends: [ { to: main, follows: ▶fader } ]"), "crossfader, not"),
    .rig(
      "a crossfader behind the cue",
      session("sends: [ { to: main, tap: pre, ▶follows: crossfader } ]"),
      "is taken before the crossfader"
    ),
  ]

  private static func session(_ keys: String) -> String {
    """
    sessions:
      deck:
        category: playback
        source: { jack: [ "a:1", "a:2" ] }
        \(keys)

    """
  }

  @Test("is refused with its place", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws { try preset.check() }

  @Test("begins as it says, and acts on sends from the post tap unless they say otherwise")
  func reading() throws {
    let sends = "[ { to: main }, { to: booth, follows: not }, { to: main, tap: pre } ]"
    let text =
      "crossfader: { position: -1, curve: slowCut, reverse: on, cut_b: on }\n"
      + Self.session("crossfader: B\n    sends: \(sends)")
    let rig = try Workbench().read(Workbench.rig + text)
    var crossfader = Crossfader()
    (crossfader.position, crossfader.curve) = (-1, .slowCut)
    (crossfader.isReversed, crossfader.cutsB) = (true, true)
    #expect(rig.crossfader == crossfader)
    let channel = try #require(rig.sessions.first?.channel)
    #expect(channel.values.side == .b)
    #expect(channel.sends.map(\.followsCrossfader) == [true, false, false])
  }
}
