// SPDX-License-Identifier: Apache-2.0
// Which client may mix one output, among outputs with similar names.

import ControlTree
import Testing

@Suite("Who mixes an output")
struct MixRightTests {
  /// Names of which each is a prefix, a suffix or a part of others, or a word of paths.
  static let names = [
    "zone", "zone1", "zone10", "zone11", "zone1-2", "zone_1", "1", "10", "phones", "phones2",
    "phones22", "2phones", "Phones", "sends", "mute", "fader_db", "currentRoute", "currentRoute2",
  ]

  @Test("may change what that one carries, and nothing of those that are called alike")
  func neighbours() {
    for own in Self.names {
      let access = Access.mixer(of: own)
      for other in Self.names {
        for path in [
          "\(other).fader_db", "\(other).mute", "deckA.sends.\(other).level_db",
          "deckA.sends.\(other):2.level_db", "\(other).sends.\(other):10.mute",
        ] {
          #expect(access.allows(.change(path)) == (own == other), "\(own): \(path)")
        }
      }
      for path in [
        own, "\(own).trim_db", "\(own).fader_db.maximum", "\(own).mute.locked", "\(own)..mute",
        "deckA.\(own).level_db", "deckA.sends.\(own)", "deckA.sends.\(own).level_db.maximum",
        "deckA.sends.\(own):.level_db", "deckA.sends.\(own):x.level_db",
        "deckA.sends.\(own):2:3.level_db", "deckA.sends.:\(own).level_db",
        "deckA.sends.\(own)٢.level_db", "deckA.sends.\(own):٢.level_db",
      ] {
        #expect(!access.allows(.change(path)), "\(own): \(path)")
      }
    }
  }
}
