// SPDX-License-Identifier: Apache-2.0
// Whatever happens, in whatever order: what the log says and what the renderer does are the same.

import Foundation
import OfflineRendering
import Testing

@Suite("Random stories")
struct RandomStoryTests {
  /// How many are told; `TARMAC_STORIES` asks for more.
  private static let seeds: [UInt64] = {
    let count = ProcessInfo.processInfo.environment["TARMAC_STORIES"].flatMap(UInt64.init) ?? 100
    return Array(0..<count)
  }()

  @Test("are decided by the renderer's engine as the log says", arguments: seeds)
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
    #expect(throws: Never.self, "\(text)") {
      _ = try book.listen(to: try Simulation(scenario: file.path))
    }
  }
}
