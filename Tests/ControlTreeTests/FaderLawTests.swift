// SPDX-License-Identifier: Apache-2.0
// The law of a fader.

import ControlTree
import Testing

@Suite("The fader law")
struct FaderLawTests {
  @Test(
    "has the points of a desk's scale",
    arguments: [(0.0625, -60.0), (0.25, -30), (0.5, -10), (0.75, 0), (1, 12), (0.625, -5)]
  )
  func points(_ place: Double, _ level: Double) {
    #expect(FaderLaw.level(at: place) == level)
    #expect(FaderLaw.position(of: level) == place)
  }

  @Test("is silence at its lower end, and goes no further than its ends")
  func ends() {
    #expect(FaderLaw.level(at: 0) == -.infinity)
    #expect(FaderLaw.level(at: -1) == -.infinity)
    #expect(FaderLaw.level(at: 2) == 12)
    #expect(FaderLaw.position(of: -.infinity) == 0)
    #expect(FaderLaw.position(of: -90) == 0)
    #expect(FaderLaw.position(of: 40) == 1)
  }

  @Test("goes up all the way, and back to where it came from")
  func inverse() {
    var last = -Double.infinity
    for step in 1...1_000 {
      let place = Double(step) / 1_000
      let level = FaderLaw.level(at: place)
      #expect(level > last)
      #expect(abs(FaderLaw.position(of: level) - place) < 1e-12)
      last = level
    }
  }
}
