// SPDX-License-Identifier: Apache-2.0
// Stories that a test writes itself, about a rig of its own.

import Foundation
import OfflineRendering

extension StoryBook {
  /// Renders a story about `preset`; both texts begin after their version line, and lie in a folder
  /// of their own.
  func listen(toRig preset: String, _ scenario: String) throws -> Sound {
    try listen(to: simulate(preset, scenario))
  }

  /// Plays a story about `preset`, without sound.
  func simulate(_ preset: String, _ scenario: String) throws -> Simulation {
    let folder = folder.appending(path: "own-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let header = "tarmac-scenario: 1\ntitle: A story\npreset: rig.yaml\n"
    let texts = ["rig": "tarmac: 1\n" + preset, "story": header + scenario]
    for (name, text) in texts {
      try text.write(to: folder.appending(path: "\(name).yaml"), atomically: true, encoding: .utf8)
    }
    return try Simulation(scenario: folder.appending(path: "story.yaml").path)
  }
}
