// SPDX-License-Identifier: Apache-2.0
// Whatever happens, in whatever order: simulator, what-if, offline renderer and live engine take
// the same decisions.

import ControlTower
import Foundation
import OfflineRendering
import Testing

@Suite("Random stories")
struct RandomStoryTests {
  /// The seeds of the stories; `TARMAC_STORIES` asks for more.
  private static let seeds: [UInt64] = {
    let count = ProcessInfo.processInfo.environment["TARMAC_STORIES"].flatMap(UInt64.init) ?? 100
    return Array(0..<count)
  }()

  @Test("are decided alike in the simulator, offline, live and by what-if", arguments: seeds)
  func sameDecisions(_ seed: UInt64) throws {
    let book = try StoryBook.open()
    let folder = book.folder.appending(path: "random")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rig = folder.appending(path: "rig.yaml")
    try RandomStory.rig.write(to: rig, atomically: true, encoding: .utf8)
    var story = RandomStory(seed: seed)
    let text = story.tell(24, preset: "rig.yaml")
    let file = folder.appending(path: "\(seed).yaml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let simulation = try Simulation(scenario: file.path)
    #expect(throws: Never.self, "\(text)") { _ = try book.listen(to: simulation) }
    let live = try LiveStory(simulation)
    #expect(live.tower == simulation.report.tower, "\(text)")
    #expect(live.broken == [], "\(text)")
    let log = Self.lines(in: simulation.report.entries.flatMap(\.decisions))
    #expect(Self.lines(in: live.decisions) == log, "\(text)")
  }

  /// Decisions as people read them, without plugs that change nothing, which a live tower never
  /// sees.
  private static func lines(in decisions: [Decision]) -> [[String]] {
    decisions.compactMap { decision in
      switch decision.event {
      case .plugged, .unplugged: if decision.effects.isEmpty { return nil }
      default: break
      }
      return [decision.sentence] + decision.lines
    }
  }
}
