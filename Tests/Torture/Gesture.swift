// SPDX-License-Identifier: Apache-2.0
// Requests of users and programs to a rig meanwhile; none of them concerns the bystander.

import ControlProtocol
import Foundation
import SeededNumbers

/// Random requests.
enum Gesture {
  /// Sends one.
  static func make(_ stage: Stage) throws {
    let deck = StageRig.decks[stage.random(0...StageRig.decks.count - 1)]
    switch stage.random(0...13) {
    case 0: try stage.ask(ActivateRequest(session: deck))
    case 1: try stage.ask(DeactivateRequest(session: deck))
    case 2: try stage.ask(PlayerRequest(session: "deckA", action: .pause))
    case 3: try stage.ask(PlayerRequest(session: "deckA", action: .play))
    case 4:
      let level = "\(stage.random(-60...6))"
      try stage.ask(SetRequest(path: "\(deck).fader", value: level))
    case 5:
      let value = ["on", "off"][stage.random(0...1)]
      try stage.ask(SetRequest(path: "\(deck).mute", value: value))
    case 6: try stage.ask(SetRequest(path: "deck.fader", value: "\(stage.random(-40...0))"))
    case 7: try stage.ask(SetRequest(path: "deckA.comp.ratio", value: "\(stage.random(1...20))"))
    case 8: try reload(stage)
    case 9: try stage.ask(ExplainRequest(session: deck))
    case 10: try stage.ask(DecisionListRequest(last: 50))
    case 11: try stage.ask(GetRequest())
    case 12: try stage.ask(ForegroundRequest(session: deck, isForeground: stage.random(0...1) == 1))
    default: try write(stage)
    }
  }

  private static func reload(_ stage: Stage) throws {
    let presets = [StageRig.file, StageRig.file, "small.yaml", "broken.yaml"]
    let preset = presets[stage.random(0...presets.count - 1)]
    try stage.ask(ReloadRequest(preset: stage.folder.appending(path: preset).path))
  }

  /// Sends one that writes to the disk.
  static func write(_ stage: Stage) throws {
    switch stage.random(0...4) {
    case 0: try stage.ask(StateSaveRequest())
    case 1:
      let folder = stage.folder.appending(path: "tmp/saved").path
      try stage.ask(PluginSaveRequest(plugin: "deckA.eq", folder: folder))
    case 2:
      let file = stage.folder.appending(path: "takes/\(stage.random(0...999_999)).wav").path
      try stage.ask(RecordStartRequest(subject: "deck", file: file))
    case 3: try stage.ask(RecordStopRequest(subject: "deck"))
    default:
      let answer = ["granted", "denied"][stage.random(0...1)]
      try stage.ask(PermissionSetRequest(session: "memo", permission: answer))
    }
  }
}
