// SPDX-License-Identifier: Apache-2.0
// `tarmac watch` in a real terminal beside a live rig: what it shows, what its keys do, and how it
// leaves the terminal.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Patience
import Quantities
import Testing

@Suite("The full screen of a live rig", .serialized)
struct WatchScreenTests {
  private static let preset = """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "hall:in_1" ] }
      cue: { role: headphones, ports: [ "cue:in_1" ] }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: hall } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, attack_seconds: 0.01, release_seconds: 0.01 }
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: hall } ]
      tune:
        category: playback
        options: [ mixWithOthers ]
        source: { player: tune.wav, channels: 1 }
        sends: [ { to: hall } ]
    """

  /// Runs `body` with the view open on a terminal of that size.
  private func watch(
    columns: Int = 80,
    rows: Int = 24,
    by driver: LiveStage.Driver = .clock,
    _ environment: [String: String] = [:],
    _ body: (LiveStage, TmuxTerminal) throws -> Void
  ) async throws {
    let voices = ["music", "voice"]
    try await LiveStage.run(Self.preset, voices: voices, outputs: ["hall"], by: driver) { folder in
      try folder.write([Float](repeating: 0, count: 48_000 * 64), as: "tune.wav")
    } _: { stage in
      try stage.hears(["hall": ["music"]])
      let terminal = try TmuxTerminal(
        beside: stage.tarmac,
        columns: columns,
        rows: rows,
        environment
      )
      defer { terminal.close() }
      try terminal.type("stty -g > \(stage.tarmac.folder.path)/before")
      try open(terminal)
      try body(stage, terminal)
    }
  }

  private func open(_ terminal: TmuxTerminal) throws {
    try terminal.type("clear; '\(RunningTarmac.program.path)' watch --name rig; echo left with $?")
    try terminal.wait(for: "q quit")
    try terminal.wait(for: "connected to hall:in_1")
  }

  /// Expects the terminal to be as it was.
  private func expectLeft(_ stage: LiveStage, _ terminal: TmuxTerminal, with status: Int) throws {
    try terminal.wait(for: "left with \(status)")
    #expect(try terminal.modes() == "0 1")
    let folder = stage.tarmac.folder
    let after = folder.appending(path: "after-\(UUID().uuidString)")
    try terminal.type("stty -g > \(after.path).new && mv \(after.path).new \(after.path)")
    try stage.tarmac.wait("stty") { FileManager.default.fileExists(atPath: after.path) }
    let before = folder.appending(path: "before")
    #expect(
      try String(contentsOf: before, encoding: .utf8) == String(contentsOf: after, encoding: .utf8)
    )
  }

  private func value(_ path: String, _ stage: LiveStage) throws -> TreeValue? {
    try stage.ask(TreeGetRequest(patterns: [path])).first?.value
  }

  @Test("shows all of it, and who is turned down by whom", arguments: [(80, 24), (200, 60)])
  func screens(_ columns: Int, _ rows: Int) async throws {
    try await watch(columns: columns, rows: rows) { stage, terminal in
      _ = try stage.ask(ActivateRequest(session: "voice"))
      try terminal.wait(for: "▼14.0")
      // Both meters and the peaks that are held have come down to the duck.
      try terminal.wait("the meters to come to rest") { screen in
        let hall = screen.first { $0.contains("lineOut") } ?? ""
        return hall.contains(" -9.1 ") && !hall.contains("│")
      }
      try KeptScreen.expect(try terminal.screen(), isAs: "\(columns)x\(rows)")
      try terminal.press("?")
      try terminal.wait(for: "KEYS")
      try KeptScreen.expect(try terminal.screen(), isAs: "\(columns)x\(rows)-help")
    }
  }

  @Test("does in the rig what its keys say, and shows why not")
  func keys() async throws {
    try await watch { stage, terminal in
      func expect(_ path: String, _ value: TreeValue, _ keys: String...) throws {
        for key in keys { try terminal.press(key) }
        try stage.tarmac.wait("\(path) to be \(value) after \(keys)") {
          try self.value(path, stage) == value
        }
      }
      try expect("music.mute", .toggle(true), "m")
      try terminal.wait(for: "muted")
      try stage.hears(["hall": []])
      try expect("music.mute", .toggle(false), "m")
      try expect("music.fader_db", .number(-2), "Left", "-")
      try expect("music.fader_db", .number(-1), "Right")
      try stage.hears(["hall": stage.level(of: "music") * LinearGain(Decibels(-1)).factor])
      try expect("music.fader_db", .number(Double(Float(-1.1))), ",")
      try expect("music.fader_db", .number(0), "0")
      try expect("music.cue", .toggle(true), "c")
      try expect("voice.active", .toggle(true), "Down", "a")
      try expect("voice.active", .toggle(false), "Space")
      try expect("tune.sources.source.playing", .toggle(false), "Tab", "p")
      try expect("tune.sources.source.playing", .toggle(true), "p")
      try expect("hall.fader_db", .number(1), "j", "+")
      try terminal.press("c")
      try terminal.wait(for: "hall has no cue.")
      _ = try stage.tarmac.command("set", "hall.fader_db.locked", "on")
      try terminal.press("0")
      try terminal.wait(for: "'hall.fader_db' is locked")
      try terminal.press("q")
      try expectLeft(stage, terminal, with: 0)
    }
  }

  @Test(
    "leaves the terminal as it was, whoever ends it, and in a crash",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT]
  )
  func signals(_ number: Int32) async throws {
    try await watch { stage, terminal in
      #expect(try terminal.modes() == "1 0")
      let watch = try #require(try terminal.child())
      kill(watch, number)
      try expectLeft(stage, terminal, with: number == SIGINT ? 0 : 128 + Int(number))
      try open(terminal)
      try terminal.press("C-c")
      try expectLeft(stage, terminal, with: 0)
    }
  }

  @Test("gives the terminal back for a while, and comes back to it, whoever asks for that")
  func suspension() async throws {
    try await watch { stage, terminal in
      for isKey in [true, false] {
        if isKey {
          try terminal.press("C-z")
        } else {
          kill(try #require(try terminal.child()), SIGTSTP)
        }
        try terminal.wait(for: "Stopped")
        #expect(try terminal.modes() == "0 1")
        try terminal.type("clear; fg; echo left with $?")
        try terminal.wait(for: "q quit")
        #expect(try terminal.modes() == "1 0")
      }
      try terminal.press("q")
      try expectLeft(stage, terminal, with: 0)
    }
  }

  @Test("goes on when the rig is there again, and says what happened")
  func restart() async throws {
    try await watch(by: .jack) { stage, terminal in
      stage.tarmac.end()
      try waitBeside(terminal, for: "The rig has ended; waiting for it to come back")
      let again = try RunningTarmac(Self.preset, on: stage.server, folder: stage.tarmac.folder)
      defer { again.end() }
      try waitBeside(terminal, for: "the rig is back")
      try waitBeside(terminal, for: "connected to hall:in_1")
      try terminal.press("m")
      try again.wait("the mute") {
        try again.ask(TreeGetRequest(patterns: ["music.mute"])).first?.value == .toggle(true)
      }
      try terminal.press("q")
      try waitBeside(terminal, for: "left with 0")
    }
  }

  /// Waits while the rig itself is gone.
  private func waitBeside(_ terminal: TmuxTerminal, for text: String) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !terminal.screen().contains(where: { $0.contains(text) }) {
      guard ContinuousClock.now < end else {
        throw RunFailure(
          description: "'\(text)' is not on \(try terminal.screen().joined(separator: "\n"))"
        )
      }
      usleep(20_000)
    }
  }

  @Test("fits a terminal whose size changes, down to one where it says that it is too small")
  func sizes() async throws {
    try await watch { stage, terminal in
      for (columns, rows) in [(120, 30), (50, 10), (300, 80)] {
        try terminal.resize(columns: columns, rows: rows)
        try terminal.wait("\(columns)x\(rows)") { screen in
          screen.contains { $0.contains("▶ music") }
            && screen[rows - 1].contains("↑↓ select") && screen[0].hasPrefix("rig")
        }
      }
      try terminal.resize(columns: 30, rows: 5)
      try terminal.wait(for: "This terminal is too small")
      try terminal.resize(columns: 80, rows: 24)
      try terminal.wait(for: "q quit")
    }
  }

  @Test("has no colours where none are wanted, and some where they are", arguments: ["", "1"])
  func colours(_ setting: String) async throws {
    try await watch(["NO_COLOR": setting]) { _, terminal in
      let isColoured = try terminal.colours().contains(#/\e\[[0-9;]*3[1-3]m/#)
      #expect(isColoured == setting.isEmpty)
    }
  }

  @Test("says on a terminal that can't show it what to do instead")
  func dumb() async throws {
    try await LiveStage.run(
      Self.preset.replacing("tune.wav", with: "t.wav"),
      voices: [],
      outputs: [],
      by: .clock
    ) { folder in
      try folder.write([0], as: "t.wav")
    } _: { stage in
      let terminal = try TmuxTerminal(beside: stage.tarmac, columns: 100, rows: 24)
      defer { terminal.close() }
      let program = RunningTarmac.program.path
      try terminal.type("clear; TERM=dumb '\(program)' watch --name rig; echo left with $?")
      try terminal.wait(for: "left with 69")
      let text = try terminal.screen().joined()
      #expect(text.contains("(TERM is 'dumb') can't show a full screen"))
      #expect(text.contains("tarmac watch --events"))
    }
  }
}
