// SPDX-License-Identifier: Apache-2.0
// While a session records the rig has no output: sessions that mix are silent and are not notified.

import ControlTower
import RuleProofs
import Testing

@Suite("Recording")
struct RecordingTests {
  @Test(
    "while a session records all others are silent, time runs on, and they sound again when it lets go",
    .proves("CAT-23", "ACT-10")
  )
  func silences() throws {
    let game = SessionConfiguration(id: "game", category: .ambient)
    var stage = try Stage(.mixing(), game, .recorder(), active: ["pad", "game"])
    let before = ["pad", "game"].map { stage.tower.session($0)?.strip }
    let began = try stage(.activate("recorder"))
    for id: SessionID in ["pad", "game"] {
      #expect(began.rule(of: .silence(id, true)) == "CAT-23")
      #expect(began.told(id).isEmpty)
      #expect(stage.activation(id) == .active)
      #expect(stage.tower.session(id)?.isSounding == true, "its graph runs, its time goes on")
      #expect(stage.tower.session(id)?.why.hasPrefix("Silenced by session 'recorder'") == true)
    }
    let actions = began.map(\.action)
    let silent = try #require(actions.firstIndex(of: .silence("game", true)))
    let sounds = try #require(actions.firstIndex(of: .sound("recorder")))
    #expect(silent < sounds, "nothing of it gets into the take")
    let ended = try stage(.deactivate("recorder", notifyingOthers: true))
    for id: SessionID in ["pad", "game"] {
      #expect(ended.rule(of: .silence(id, false)) == "ACT-10")
      #expect(ended.told(id).isEmpty)
    }
    #expect(["pad", "game"].map { stage.tower.session($0)?.strip } == before)
  }

  @Test(
    "who becomes active beside a recorder starts silent; an announcer turns nobody louder",
    .proves("CAT-23")
  )
  func startsSilent() throws {
    var stage = try Stage(.recorder(), .announcer("voice"), active: ["recorder"])
    let actions = try stage.actions(.activate("voice"))
    let silent = try #require(actions.firstIndex(of: .silence("voice", true)))
    let sounds = try #require(actions.firstIndex(of: .sound("voice")))
    #expect(silent < sounds)
    #expect(try stage.actions(.removed("recorder")).contains(.silence("voice", false)))
  }

  @Test(
    "only the category record takes the output away, and an interrupted recorder gives it back",
    .proves("CAT-23", "ACT-10"),
    arguments: Category.allCases
  )
  func categories(_ category: Category) throws {
    var stage = try Stage(.mixing(), SessionConfiguration(id: "a", category: category))
    for id: SessionID in ["pad", "a"] { try stage(.activate(id)) }
    let isRecorder = category == .record
    #expect((stage.tower.session("pad")?.strip.silencing != nil) == isRecorder)
    let released = try stage.actions(.forceInterrupt("a"))
    #expect(released.contains(.silence("pad", false)) == isRecorder)
  }

  @Test("silent switch and recorder silence together, and each only for itself", .proves("BG-04"))
  func beside() throws {
    let game = SessionConfiguration(id: "game", category: .ambient)
    var stage = try Stage(game, .recorder(), active: ["game", "recorder"])
    #expect(try !stage.actions(.setSilent(true)).contains(.silence("game", true)))
    #expect(
      try !stage.actions(.deactivate("recorder", notifyingOthers: true))
        .contains(.silence("game", false))
    )
    #expect(stage.tower.session("game")?.strip.silencing?.cause == .silentSwitch)
    #expect(try stage.actions(.setSilent(false)).contains(.silence("game", false)))
  }

  @Test(
    "a session that is silenced reads an empty route, and hears nothing of it",
    .proves("RTE-07", "BG-03")
  )
  func emptyRoute() throws {
    let game = SessionConfiguration(id: "game", category: .ambient)
    var stage = try Stage(rig: [.speaker, .mic], game)
    #expect(stage.tower.session("game")?.audibleRoute.outputs == ["speaker"])
    let silenced = try stage(.setSilent(true))
    #expect(silenced.told("game").isEmpty)
    #expect(stage.tower.session("game")?.audibleRoute == .empty)
    #expect(stage.outputs("game") == ["speaker"], "it is heard there again at once")
    try stage(.setSilent(false))
    #expect(stage.tower.session("game")?.audibleRoute.outputs == ["speaker"])
  }

  @Test(
    "without any output a session is active all the same, and says that it goes nowhere",
    .proves("RTE-07")
  )
  func noOutput() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(stage.tower.explain("music").contains { $0.hasPrefix("Goes nowhere") })
    let plugged = try stage.plug(.speaker)
    #expect(
      plugged.told("music") == [.routeChanged(.newDeviceAvailable, previous: .empty)],
      "from nowhere is a change of route, too"
    )
    let unplugged = try stage.unplug(.speaker)
    #expect(unplugged.routeChanges("music") == [.oldDeviceUnavailable])
    #expect(stage.activation("music") == .active)
    #expect(stage.outputs("music") == [])
    #expect(stage.tower.explain("music").contains { $0.hasPrefix("Goes nowhere") })
  }
}
