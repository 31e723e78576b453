// SPDX-License-Identifier: Apache-2.0
// Which paths a pattern matches.

import ControlTree
import Testing

@Suite("Patterns of paths")
struct PathPatternTests {
  @Test(
    "mean what they say",
    arguments: [
      ("", "deckA.fader_db", true),
      ("deckA", "deckA.fader_db", true),
      ("deckA", "deckA", true),
      ("deckA", "deckAB.fader_db", false),
      ("deckA.fader_db", "deckA.fader_db", true),
      ("deckA.fader_db", "deckB.fader_db", false),
      ("*.fader_db", "deckA.fader_db", true),
      ("*.fader_db", "deckA.sends.fader_db", false),
      ("**.fader_db", "deckA.sends.fader_db", true),
      ("deck*", "deckA.comp.ratio", true),
      ("deck*.comp", "deckA.comp.ratio", true),
      ("deck*.comp", "deckA.limiter.ratio", false),
      ("*A.*_db", "deckA.fader_db", true),
      ("*A.*_db", "deckA.fader_dbx", false),
      ("**.meters.*.peak_db", "main.meters.left.peak_db", true),
      ("**.meters.*.peak_db", "main.meters.left.rms_db", false),
      ("**", "main", true),
      ("*", "main.mute", true),
      ("a.**.c", "a.c", true),
      ("a.**.c", "a.b.b.c.d", true),
      ("a.**.c", "a.b.b", false),
    ]
  )
  func meaning(_ pattern: String, _ path: String, _ isMeant: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMeant)
  }

  @Test("a pattern full of wildcards is looked at as fast as another one")
  func wildcards() {
    let pattern = String(repeating: "*a", count: 100) + "b"
    #expect(!PathPattern(pattern).matches(String(repeating: "a", count: 250)))
    let parts = String(repeating: "**.a.", count: 50) + "b"
    #expect(!PathPattern(parts).matches(String(repeating: "a.", count: 120) + "a"))
  }
}
