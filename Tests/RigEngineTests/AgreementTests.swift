// SPDX-License-Identifier: Apache-2.0
// The tower knows the state of the players after any random, seeded sequence of changes.

import ControlTower
import EngineTestBench
import Foundation
import Quantities
import RigErrors
import RuleProofs
import SeededNumbers
import SoundFiles
import Testing

@testable import RigEngine

@Suite("Tower and players")
struct AgreementTests {
  @Test(
    "agree after 500 random reloads, loads of files, calls, plugs, gestures and losses",
    .proves("PLY-A3"),
    arguments: UInt64(1)...10
  )
  func agreement(_ seed: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var story = try RestlessRig(seed: seed, folder: folder.path)
    let bench = try EngineBench(story.preset)
    for number in 0..<500 {
      let step = try await story.step(bench)
      bench.settle()
      if let complaint = bench.disagreement {
        Issue.record("seed \(seed), step \(number), \(step): \(complaint)")
        return
      }
    }
  }
}

extension EngineBench {
  /// Where the tower's view of a session differs from the session; `nil` where it does not.
  fileprivate var disagreement: String? {
    for session in engine.live.sessions {
      guard let state = state(session.name) else { return "\(session.name) is not known" }
      let plays = session.players.contains { $0?.isPlaying == true }
      if plays, state.isPaused { return "\(session.name) plays, and is paused: \(state.why)" }
      if !session.isMixed, !session.isLive, !plays, !state.isPaused {
        return "\(session.name) plays nothing, and is not paused"
      }
      let isOpen = session.gate.isSounding && !session.settings.onlyFeedsSessions
      if !engine.tower.isServerLost, isOpen != state.isSounding {
        return "\(session.name) is \(isOpen ? "open" : "closed"): \(state.why)"
      }
    }
    return nil
  }
}

/// A rig that is changed again and again.
private struct RestlessRig {
  private var random: SeededNumbers
  private let files: [String]
  private var decks: [Deck]
  private var hasThird = false
  private var isLost = false

  /// A session with a player, and perhaps a source that sounds by itself.
  private struct Deck {
    let name: String
    var file = 0
    var loops = true
    var plays = true
    var isMixed = false
    var mode = "default"
    var duck = -12
    var sends = "main"
  }

  init(seed: UInt64, folder: String) throws {
    random = SeededNumbers(seed: seed)
    var files: [String] = []
    for (index, frames) in [2_000, 9_000, 200_000].enumerated() {
      let path = "\(folder)/\(index).wav"
      let samples = [Float](repeating: 0.25, count: frames)
      try SoundFile.write([samples], to: path, rate: SampleRate(hertz: 48_000))
      files.append(path)
    }
    self.files = files
    decks = [
      Deck(name: "a"), Deck(name: "b", file: 1, loops: false), Deck(name: "c", plays: false),
    ]
  }

  /// The preset as it is now.
  var preset: String {
    let sessions = (hasThird ? decks : Array(decks.prefix(2))).map { deck in
      let player =
        "{ player: \(files[deck.file]), loop: \(deck.loops ? "on" : "off"), "
        + "play: \(deck.plays ? "on" : "off"), channels: 1 }"
      let line = deck.isMixed ? ", line: { jack: \"far:out\" }" : ""
      let options = deck.name == "c" ? "duckOthers" : deck.name == "b" ? "mixWithOthers" : ""
      let duck = deck.name == "c" ? "duck: { level_db: \(deck.duck) }" : "resume: ifPlaying"
      return """
          \(deck.name):
            category: playback
            mode: \(deck.mode)
            options: [ \(options) ]
            \(duck)
            route_policy: pauseOnLoss
            active: on
            sources: { file: \(player)\(line) }
            sends: [ { to: \(deck.sends) } ]
        """
    }
    return """
      tarmac: 1
      routes:
        main: { role: lineOut, channels: 1 }
        phones: { role: headphones, channels: 1 }
      sessions:
      \(sessions.joined(separator: "\n"))

      """
  }

  /// Makes a random change; returns a description of it.
  mutating func step(_ bench: EngineBench) async throws -> String {
    let names = bench.engine.live.sessions.map(\.name)
    let name = names[random.roll(names.count)]
    let id = SessionID(name)
    switch random.roll(20) {
    case 0..<7:
      let change = changePreset()
      try await bench.reload(preset)
      return "reload: \(change)"
    case 7..<12:
      let actions: [PlayerAction] = [.play, .pause, .cue, .seek(.zero), .prepare]
      let action = actions[random.roll(actions.count)]
      _ = try? bench.engine.players.control(name, source: nil, action)
      return "\(name): \(action)"
    case 12..<15:
      let events: [TowerEvent] = [
        .interrupterRang(.phone), .interrupterAccepted(.phone), .interrupterDeclined(.phone),
        .interrupterBegan(.phone), .interrupterEnded(.phone, shouldResume: true),
        .interrupterEnded(.phone, shouldResume: false), .setLocked(true), .setLocked(false),
      ]
      let event = events[random.roll(events.count)]
      try? bench.engine.handle(event)
      return event.sentence
    case 15..<17:
      let present = [["main", "phones"], ["main"], ["phones"], []][random.roll(4)]
      bench.engine.mixer.setPresent(Set(present))
      return "plugged in: \(present)"
    case 17:
      bench.engine.quit(id)
      bench.settle()
      bench.engine.takeBack(id)
      return "the program of \(name) is gone"
    case 18:
      let event: TowerEvent =
        random.roll(2) == 0 ? .activate(id) : .deactivate(id, notifyingOthers: true)
      try? bench.engine.handle(event)
      return event.sentence
    default:
      isLost.toggle()
      if isLost {
        bench.engine.tell(.mediaServicesLost)
      } else {
        bench.engine.resume(on: nil)
      }
      return isLost ? "the server is lost" : "the server is back"
    }
  }

  /// Makes a random change to the preset; returns a description of it.
  private mutating func changePreset() -> String {
    let index = random.roll(decks.count)
    var what = decks[index].name
    switch random.roll(8) {
    case 0, 1:
      decks[index].file = random.roll(files.count)
      what += " plays file \(decks[index].file)"
    case 2:
      decks[index].loops.toggle()
      what += " loops: \(decks[index].loops)"
    case 3:
      decks[index].plays.toggle()
      what += " plays at the start: \(decks[index].plays)"
    case 4:
      decks[index].isMixed.toggle()
      what += " is mixed: \(decks[index].isMixed)"
    case 5:
      decks[index].mode = decks[index].mode == "default" ? "moviePlayback" : "default"
      what += " has mode \(decks[index].mode)"
    case 6:
      decks[index].sends = ["main", "phones", "currentRoute"][random.roll(3)]
      what += " is sent to \(decks[index].sends)"
    default:
      hasThird.toggle()
      what = "c is there: \(hasThird)"
    }
    if random.roll(3) == 0 {
      decks[index].duck = -6 - random.roll(20)
      what += ", with another duck"
    }
    return what
  }
}
