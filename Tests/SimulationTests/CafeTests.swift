// SPDX-License-Identifier: Apache-2.0
// The café that is shipped, for an hour on the virtual clock.

import ControlTower
import Foundation
import OfflineRendering
import Quantities
import Testing

@Suite("The café")
struct CafeTests {
  @Test("plays for an hour without a pause: each track begins where the one before fades out")
  func hour() throws {
    let story = """
      tarmac-scenario: 1
      title: An hour
      preset: ../presets/cafe.yaml
      events: [ { at: 1, mute: music } ]
      until: 3600
      """
    let book = try StoryBook.open()
    try story.write(toFile: book.path("an-hour"), atomically: true, encoding: .utf8)
    let report = try book.simulate("an-hour").report
    let begins = report.entries.compactMap { entry -> (seconds: Double, file: String)? in
      guard case .trackBegins(_, _, let file) = entry.happening else { return nil }
      return (entry.at.value, file)
    }
    // Tracks of 3.871 s, of which the last second may be a fade; the first one began with the rig.
    #expect(begins.count > 900)
    var usual: [String: Double] = [:]
    for (begin, next) in zip(begins, begins.dropFirst()) {
      let gap = next.seconds - begin.seconds
      #expect((2.5...4).contains(gap))
      #expect(abs(gap - usual[begin.file, default: gap]) < 0.001)
      usual[begin.file] = gap
    }
    // Two tracks take turns.
    #expect(zip(begins, begins.dropFirst()).allSatisfy { $0.file != $1.file })
    #expect(report.tower.session(SessionID("music"))?.activation == .active)
  }
}
