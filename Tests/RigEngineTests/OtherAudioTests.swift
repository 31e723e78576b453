// SPDX-License-Identifier: Apache-2.0
// What a session learns when it is loaded: whether others are heard (CHG-10, SIL-01).

import ControlTower
import EngineTestBench
import RigEngine
import RuleProofs
import Testing

@Suite("Other audio at load")
struct OtherAudioTests {
  private static let rig = """
    tarmac: 1
    routes: { main: { role: speaker, channels: 1 }, mic: { role: mic, channels: 1 } }
    sessions:

    """
  private static let game = """
      game: { role: game, source: { jack: "far:out_1" }, sends: [ { to: currentRoute } ] }

    """
  private static func other(_ name: String, _ keys: String) -> String {
    let sends = keys.contains("record") || keys.contains("sends") ? "" : ", sends: [ { to: main } ]"
    return "  \(name): { \(keys)\(sends), active: on }\n"
  }
  private static let music = other("music", "category: playback, source: { jack: \"a:out_1\" }")
  private static let pad = other(
    "pad",
    "category: playback, options: [ mixWithOthers ], source: { jack: \"b:out_1\" }"
  )
  private static let take = other("take", "category: record, source: { route: mic }")
  private static let ears = other(
    "ears",
    "category: playAndRecord, options: [ mixWithOthers ], source: { route: mic }, sends: []"
  )
  private static let meter = other("meter", "role: meter, source: { jack: \"c:out_1\" }")

  @Test(
    "is what is heard: not who records or measures, nor who is silent because of it",
    .proves("CHG-10", "SIL-01", "CAT-23"),
    arguments: [
      (music, true), (pad, true), (take, false), (meter, false), (pad + take, false),
      (take + music, true), (music + meter, false), (pad + meter, true),
      (other("music", "category: playback, mute: on, source: { jack: \"a:out_1\" }"), false),
      (other("music", "category: playback, fader_db: -inf, source: { jack: \"a:out_1\" }"), false),
      (ears, false), (ears + music, true),
      (
        other(
          "music",
          "category: playback, source: { jack: \"a:out_1\" }, sends: [ { to: main, when: cue } ]"
        ), false
      ),
    ]
  )
  func atStart(_ others: String, _ areHeard: Bool) throws {
    let bench = try EngineBench(Self.rig + others + Self.game)
    #expect(bench.state("game")?.configuration.category == (areHeard ? .ambient : .soloAmbient))
  }

  @Test(
    "is what faders and mutes let through, as they stand",
    .proves("SIL-01"),
    arguments: [
      ("music.fader_db", "-inf"), ("music.mute", "on"), ("main.mute", "on"),
      ("main.fader_db", "-inf"), ("music.sends.main.level_db", "-inf"),
    ]
  )
  func faders(_ path: String, _ value: String) throws {
    let bench = try EngineBench(Self.rig + Self.music + Self.game)
    let game = SessionID("game")
    #expect(bench.engine.towerControl.isOtherAudioPlaying(for: game))
    try bench.set(path, to: value)
    #expect(!bench.engine.towerControl.isOtherAudioPlaying(for: game))
  }

  @Test(
    "is heard through a session that hears it, as far as that is turned up",
    .proves("SIL-01")
  )
  func through() throws {
    let keys = "category: playback, options: [ mixWithOthers ], inter_session: on"
    let node = Self.other("node", "\(keys), source: { jack: \"a:out_1\" }, sends: []")
    let host = Self.other("host", "\(keys), source: { session: node, tap: post }")
    let bench = try EngineBench(Self.rig + node + host)
    let hostID = SessionID("host")
    #expect(bench.engine.towerControl.isOtherAudioPlaying(for: hostID))
    try bench.set("node.fader_db", to: "-inf")
    #expect(!bench.engine.towerControl.isOtherAudioPlaying(for: hostID))
  }

  @Test(
    "counts nothing that the silent switch mutes",
    .proves("CHG-10", "SIL-01"),
    arguments: [true, false]
  )
  func silentSwitch(_ isSilent: Bool) async throws {
    let bed = Self.other("bed", "category: ambient, source: { jack: \"a:out_1\" }")
    let bench = try EngineBench(Self.rig + bed)
    try bench.engine.handle(.setSilent(isSilent))
    try await bench.reload(Self.rig + bed + Self.game)
    #expect(bench.state("game")?.configuration.category == (isSilent ? .soloAmbient : .ambient))
  }
}
