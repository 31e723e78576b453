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

  @Test("in the README has 20 lines at most, and plays for an hour, too")
  func readme() throws {
    let page = try String(
      contentsOf: StoryBook.source.appending(path: "README.md"),
      encoding: .utf8
    )
    let block = try #require(page.firstMatch(of: #/cat > cafe\.yaml <<'YAML'\n((?s:.*?))YAML\n/#))
    let preset = String(block.1)
    #expect(preset.split(separator: "\n").count <= 20)
    let book = try StoryBook.open()
    let folder = URL(filePath: book.path("readme-hour")).deletingLastPathComponent()
    try preset.replacing("demo", with: "../presets/demo").write(
      to: folder.appending(path: "readme.yaml"),
      atomically: true,
      encoding: .utf8
    )
    let story = """
      tarmac-scenario: 1
      title: An hour
      preset: readme.yaml
      events: [ { at: 1, mute: music } ]
      until: 3600
      """
    try story.write(toFile: book.path("readme-hour"), atomically: true, encoding: .utf8)
    let report = try book.simulate("readme-hour").report
    let begins = report.entries.compactMap { entry -> Double? in
      guard case .trackBegins = entry.happening else { return nil }
      return entry.at.value
    }
    // Four files: a beep, and some of a few seconds.
    #expect(begins.count > 250)
    let gaps = zip(begins, begins.dropFirst()).map { $1 - $0 }
    #expect(
      gaps.allSatisfy { (0.05...20).contains($0) },
      "\(gaps.min() ?? 0) to \(gaps.max() ?? 0)"
    )
  }
}
