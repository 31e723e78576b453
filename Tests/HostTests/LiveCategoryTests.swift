// SPDX-License-Identifier: Apache-2.0
// A story for each category: what it does to others, what others do to it, and which notifications
// it receives.

import RuleProofs
import Testing

/// The suite itself proves the rules that no category changes: alarms, headphones and the server's
/// death reach all of them.
@Suite(
  "A category on a live rig",
  .serialized,
  .proves("BG-03", "BG-04", "INT-02", "INT-03", "INT-04", "INT-11", "INT-A4", at: .live),
  .proves("RTE-08", "RST-01", "RST-02", "RST-A4", "ANC-ACT-02", at: .live)
)
struct LiveCategoryTests {
  @Test(
    "ambient: mixes with all, is muted by the switch and paused by the lock, and hears no input",
    .proves(
      "CAT-01",
      "CAT-02",
      "CAT-03",
      "CAT-05",
      "MIX-01",
      "MIX-02",
      "BG-05",
      "SIL-04",
      "SIL-06",
      at: .live
    )
  )
  func ambient() async throws {
    try await CategoryStory(
      category: "ambient",
      mixes: true,
      output: "wall",
      silentSwitch: .mute,
      lock: .pause
    ).tell()
  }

  @Test(
    "soloAmbient: stops the music, is muted by the switch and paused by the lock, and hears no input",
    .proves(
      "CAT-07",
      "CAT-08",
      "CAT-09",
      "CAT-11",
      "CHG-11",
      "MIX-03",
      "BG-05",
      "DEF-14",
      at: .live
    )
  )
  func soloAmbient() async throws {
    try await CategoryStory(
      category: "soloAmbient",
      mixes: false,
      output: "wall",
      silentSwitch: .mute,
      lock: .pause
    ).tell()
  }

  @Test(
    "playback: stops the music, ignores switch and lock, and hears no input",
    .proves("CAT-13", "CAT-14", "CAT-15", "CAT-17", "MIX-03", "BG-06", at: .live)
  )
  func playback() async throws {
    try await CategoryStory(category: "playback", mixes: false, output: "wall").tell()
  }

  @Test(
    "playback that mixes: leaves the music alone, and ignores switch and lock as ever",
    .proves("CAT-13", "CAT-14", "CAT-16", "MIX-01", "BG-06", at: .live)
  )
  func mixing() async throws {
    try await CategoryStory(
      category: "playback",
      options: ["mixWithOthers"],
      mixes: true,
      output: "wall"
    ).tell()
  }

  @Test(
    "record: leaves nobody an output, ignores switch and lock, and takes zeros without permission",
    .proves(
      "CAT-19",
      "CAT-20",
      "CAT-21",
      "CAT-23",
      "CAT-24",
      "BG-06",
      "PERM-02",
      "PERM-03",
      at: .live
    )
  )
  func record() async throws {
    try await CategoryStory(
      category: "record",
      mixes: false,
      output: nil,
      hearsInput: true,
      leavesNoOutput: true
    ).tell()
  }

  @Test(
    "playAndRecord: stops the music, ignores switch and lock both ways, and sounds from the receiver",
    .proves(
      "CAT-25",
      "CAT-26",
      "CAT-27",
      "CAT-29",
      "CAT-30",
      "BG-06",
      "PERM-02",
      "PERM-03",
      at: .live
    )
  )
  func playAndRecord() async throws {
    try await CategoryStory(
      category: "playAndRecord",
      mixes: false,
      output: "near",
      hearsInput: true
    ).tell()
  }

  @Test(
    "audioProcessing: stops the music, though it has neither ports nor sound",
    .proves("CAT-31", "CAT-32", "CAT-34", "CAT-36", at: .live)
  )
  func audioProcessing() async throws {
    try await CategoryStory(category: "audioProcessing", mixes: false, output: nil).tell()
  }

  @Test(
    "multiRoute: stops the music, ignores switch and lock, and has a way for each stream and one input",
    .proves(
      "CAT-37",
      "CAT-38",
      "CAT-39",
      "CAT-41",
      "CAT-42",
      "MRT-02",
      "MRT-12",
      "BG-06",
      "PERM-02",
      at: .live
    )
  )
  func multiRoute() async throws {
    try await CategoryStory(
      category: "multiRoute",
      mixes: false,
      output: "line",
      hearsInput: true,
      isOnSeveralRoutes: true
    ).tell()
  }
}
