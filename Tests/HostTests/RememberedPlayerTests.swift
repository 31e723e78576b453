// SPDX-License-Identifier: Apache-2.0
// Players after kill -9: the same track, the same second, the same queue.

import ControlProtocol
import Foundation
import SeededNumbers
import Testing

@Suite("Players that a rig remembers", .serialized)
struct RememberedPlayerTests {
  private static func preset(_ keys: String = "remember: [ players ]") -> String {
    """
    tarmac: 1
    \(keys)
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      list:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { playlist: music, shuffle: 7, crossfade_seconds: 0.5 }
        sends: [ { to: main } ]
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { player: music/1.wav }
        sends: [ { to: main } ]
    """
  }

  private static func files(in folder: URL) throws {
    let music = folder.appending(path: "music")
    try FileManager.default.createDirectory(at: music, withIntermediateDirectories: false)
    for index in 1...9 {
      try music.write([Float](repeating: Float(index) / 16, count: 48_000 * 60), as: "\(index).wav")
    }
  }

  /// What players are to have again.
  private struct State: Equatable {
    var files: [String]
    var arePlaying: [Bool]
    var queue: [String]
    var upcoming: [String]
    var positions: [Double]

    init(_ tarmac: RunningTarmac) throws {
      let sources = try ["list", "deck"].map { try #require(tarmac.session($0).sources.first) }
      files = sources.map { $0.file ?? "" }
      arePlaying = sources.map { $0.isPlaying == true }
      positions = sources.map { $0.position_seconds ?? -1 }
      let queue = try tarmac.ask(QueueRequest(session: "list"))
      self.queue = queue.queue.map(\.file)
      upcoming = queue.upcoming.map(\.file)
    }

    /// The same but for places.
    var still: State {
      var state = self
      state.positions = []
      return state
    }
  }

  /// How many kills were asked for, on a machine that does nothing else; 12 without.
  private static let asked =
    ProcessInfo.processInfo.environment["TARMAC_KILLS"].flatMap { Int($0) }
  private static let kills = asked ?? 12
  private static let isQuiet = asked != nil

  @Test("play on after kill -9 where they were, to the second, with their queues")
  func kills() async throws {
    var numbers = SeededNumbers(seed: 6)
    try await RunningTarmac.runByClock(Self.preset(), files: Self.files) { first in
      var tarmac = first
      let music = first.folder.appending(path: "music").path
      var worst = 0.0
      for round in 0..<Self.kills {
        func player(_ session: String, _ action: PlayerRequest.Action) throws {
          _ = try tarmac.ask(PlayerRequest(session: session, action: action))
        }
        let file = "\(music)/\(Int.random(in: 1...9, using: &numbers)).wav"
        for _ in 0..<3 {
          switch Int.random(in: 0..<8, using: &numbers) {
          case 0: try player("list", .next)
          case 1: try player("list", .seek(seconds: Double.random(in: 0...40, using: &numbers)))
          case 2: _ = try tarmac.ask(QueueRequest(session: "list", edit: .add(files: [file])))
          case 3: try player("deck", .load(file: file))
          case 4: try player("deck", .seek(seconds: Double.random(in: 0...40, using: &numbers)))
          case 5: try player("deck", .pause)
          case 6: try player("deck", .play)
          default: try player("list", .load(file: file))
          }
        }
        // What was done is written down within a second, as all else is.
        let begin = try State(tarmac).positions[0]
        let wait = 1 + Double.random(in: 0...1, using: &numbers)
        try tarmac.wait("some time") { try State(tarmac).positions[0] >= begin + wait }
        let before = try State(tarmac)
        tarmac.end(SIGKILL)
        tarmac = try first.again(Self.preset())
        let after = try State(tarmac)
        #expect(after.still == before.still, "kill \(round)")
        for (index, isPlaying) in before.arePlaying.enumerated() {
          // It has played for a moment when it is asked.
          let late = before.positions[index] - after.positions[index]
          worst = max(worst, late)
          // A machine that is busy may keep the rig from writing for a while.
          let most = Self.isQuiet ? 1.0 : 10
          #expect(late < most && (isPlaying || abs(late) < 0.01), "kill \(round), player \(index)")
        }
      }
      print("FIGURE players: at most \(worst) s back after \(Self.kills) kills")
      // What was emptied stays so, with its place in the list.
      for session in ["list", "deck"] {
        for action in [PlayerRequest.Action.pause, .eject] {
          _ = try tarmac.ask(PlayerRequest(session: session, action: action))
        }
      }
      let empty = try State(tarmac)
      try tarmac.wait("it to be written down") {
        let states = FileManager.default.enumerator(
          at: tarmac.folder.appending(path: "state"),
          includingPropertiesForKeys: nil
        )
        let file = states?.compactMap { $0 as? URL }.first {
          $0.lastPathComponent == "players.json"
        }
        let text = try String(contentsOf: try #require(file), encoding: .utf8)
        return text.contains(#""path" : """#) && text.contains(#""file" : """#)
      }
      tarmac.end(SIGKILL)
      tarmac = try first.again(Self.preset())
      #expect(try State(tarmac).still == empty.still)
      #expect(empty.files == ["", ""])
      // What the preset names otherwise by now begins at its beginning.
      tarmac.end()
      tarmac = try first.again(Self.preset().replacing("player: music/1", with: "player: music/9"))
      #expect(try State(tarmac).files[1].hasSuffix("/9.wav"))
      #expect(try State(tarmac).positions[1] < 5)
      tarmac.end()
    }
  }

  @Test("begin as the preset says where that does not list them")
  func forgetful() async throws {
    try await RunningTarmac.runByClock(Self.preset(""), files: Self.files) { first in
      let before = try State(first)
      _ = try first.ask(PlayerRequest(session: "list", action: .next))
      _ = try first.ask(PlayerRequest(session: "deck", action: .seek(seconds: 40)))
      first.end()
      let second = try first.again(Self.preset(""))
      #expect(try State(second).files == before.files)
      #expect(try State(second).positions[1] < 20)
      second.end()
    }
  }
}
