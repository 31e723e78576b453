// SPDX-License-Identifier: Apache-2.0
// A rig whose audio thread stands still, and a supervisor that ends it and starts it again: the rig
// is as it was.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig that is started again", .serialized)
struct SupervisorTests {
  private static func preset(_ remember: String) -> String {
    """
    tarmac: 1
    \(remember)
    routes:
      main: { role: lineOut, channels: 2 }
      booth: { role: headphones, channels: 2 }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: booth, level_db: -3 } ]
      bed: { category: playback, options: [ mixWithOthers ], active: true, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
      voice: { category: playback, options: [ duckOthers ], source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
      call: { category: playback, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
    """
  }

  /// Changes what a user changes of an evening.
  private func turn(_ tarmac: RunningTarmac) throws {
    try tarmac.set("music.fader_db", "-8")
    try tarmac.set("music.sends.booth.level_db", "-12")
    try tarmac.set("bed.mute", "on")
    try tarmac.set("booth.mute", "on")
    try tarmac.set("main.night_db", "-9")
    try tarmac.set("main.fader_db", "-4")
    _ = try tarmac.ask(DeactivateRequest(session: "bed"))
    _ = try tarmac.ask(ActivateRequest(session: "voice"))
  }

  private func state(_ tarmac: RunningTarmac) throws -> [String] {
    let paths = [
      "music.fader_db", "music.sends.booth.level_db", "bed.mute", "booth.mute", "main.fader_db",
      "main.night_db",
    ]
    let sessions = try ["music", "bed", "voice", "call"].map { try tarmac.session($0).state }
    return try paths.map(tarmac.get) + sessions
  }

  private static let turned = [
    "-8", "-12", "on", "on", "-4", "-9", "active", "inactive", "active", "inactive",
  ]

  /// Waits until the rig has written down what it remembers, and kills it.
  private func kill(_ tarmac: RunningTarmac, once words: [String]) throws {
    let state = tarmac.folder.appending(path: "state/tarmac/rig")
    for word in words {
      try tarmac.wait("\(word) to be written down") {
        try ["desk.json", "volumes.json"].contains { name in
          let file = state.appending(path: name)
          return try FileManager.default.fileExists(atPath: file.path)
            && String(contentsOf: file, encoding: .utf8).contains(word)
        }
      }
    }
    tarmac.end(SIGKILL)
  }

  @Test("does what its user has done anew, after kill -9, where the preset says so")
  func killed() async throws {
    let preset = Self.preset("remember: [ mixer, activity ]")
    try await RunningTarmac.runByClock(preset) { first in
      let before = try state(first)
      try turn(first)
      #expect(try state(first) == Self.turned)
      #expect(try state(first) != before)
      try kill(first, once: ["\"-8\"", "\"-12\"", "booth.mute", "night_db", "voice", "-4"])
      let second = try first.again(preset)
      #expect(try state(second) == Self.turned)
      second.end()
      // A value that the preset has changed is the preset's.
      let other = preset.replacing("level_db: -3", with: "level_db: -5")
      let third = try first.again(other)
      #expect(try state(third) == ["-8", "-5"] + Self.turned.dropFirst(2))
      third.end()
    }
  }

  @Test("begins as its preset says where that lists nothing to remember; but for volumes")
  func forgetful() async throws {
    let preset = Self.preset("")
    try await RunningTarmac.runByClock(preset) { first in
      let before = try state(first)
      try turn(first)
      try kill(first, once: ["-4"])
      let second = try first.again(preset)
      #expect(try state(second) == before[..<4] + ["-4"] + before[5...])
      second.end()
    }
  }

  @Test("interrupts anew whom it had interrupted, and lets them come back afterwards")
  func interrupted() async throws {
    let preset = """
      tarmac: 1
      remember: [ activity ]
      routes: { main: { role: lineOut, channels: 2 } }
      sessions:
        news: { category: playback, resume: always, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
        music: { category: playback, active: true, resume: always, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
      """
    try await RunningTarmac.runByClock(preset) { first in
      _ = try first.ask(ActivateRequest(session: "news"))
      #expect(try first.session("music").state == "interrupted")
      try kill(first, once: ["interrupted"])
      let second = try first.again(preset)
      #expect(try second.session("music").state == "interrupted")
      #expect(try second.session("news").state == "active")
      _ = try second.ask(DeactivateRequest(session: "news"))
      try second.wait("the music") { try second.session("music").state == "active" }
      second.end()
    }
  }

  @Test(
    "is killed by its watchdog when JACK's thread stands still, and is what it was when that goes on"
  )
  func watchdog() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    let preset = Self.preset("remember: [ mixer, activity ]")
    let shell = ear.shell(watchdog: 500_000)
    try await RunningTarmac.run(preset, shell: shell) { first, server in
      try turn(first)
      try ear.wait("signs of life") { $0.pings.count > 3 }
      Glibc.kill(server.pid, SIGSTOP)
      defer { Glibc.kill(server.pid, SIGCONT) }
      // The supervisor kills a program that gives no sign of life for much longer than it should.
      try ear.wait("a missed sign of life") { ear in
        first.isRunning && (ear.pings.last.map { .now - $0.time > .seconds(5) } ?? false)
      }
      first.end(SIGKILL)
      Glibc.kill(server.pid, SIGCONT)
      let count = ear.states.count
      let second = try first.again(preset)
      try ear.wait("READY=1") { $0.states.dropFirst(count).contains("READY=1") }
      #expect(try state(second) == Self.turned)
      second.end()
    }
  }
}
