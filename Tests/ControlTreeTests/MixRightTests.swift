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

  private static func may(_ access: Access, _ scope: ValueScope) -> Bool {
    (try? access.check(scope, at: "a.path")) != nil
  }

  @Test("may change what that one carries, and nothing of those that are called alike")
  func neighbours() {
    for own in Self.names {
      let access = Access.mixer(of: own)
      for other in Self.names {
        for scope in [ValueScope.output(other), .send(to: other)] {
          #expect(Self.may(access, scope) == (own == other), "\(own): \(scope)")
        }
      }
      #expect(!Self.may(access, .rig) && !Self.may(access, .venue))
      #expect(Self.may(.staff, .output(own)) && !Self.may(.staff, .send(to: own)))
      #expect(Self.may(.operator, .output(own)) && Self.may(.operator, .send(to: own)))
      #expect(!Self.may(.viewer, .output(own)) && !Self.may(.viewer, .send(to: own)))
    }
    #expect(Self.may(.staff, .venue) && !Self.may(.staff, .rig))
    #expect(Self.may(.operator, .rig) && !Self.may(.viewer, .venue))
  }
}
