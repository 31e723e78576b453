// SPDX-License-Identifier: Apache-2.0
// Rules that a short story shows better than a single decision: other programs, players, a long
// time.

import Foundation
import OfflineRendering
import Quantities
import RuleProofs
import Testing

@Suite("Stories of single rules")
struct RuleStoryTests {
  /// Another program (`radio`), a game, two decks in one session, a voice that ducks, and a phone.
  private static let rig = """
    routes:
      hall: { role: lineOut, channels: [ L, R ] }
    rig: { call_allows_playback: on }
    interrupters:
      phone: { source: { jack: [ "call:out" ] }, sends: [ { to: hall } ] }
    sessions:
      radio:
        category: playback
        source: { jack: [ "radio:out" ] }
        sends: [ { to: hall } ]
      game:
        category: ambient
        source: { jack: [ "game:out" ] }
        sends: [ { to: hall } ]
      decks:
        category: playback
        sources:
          a: { player: ../presets/demo/deck-a.wav, loop: on, play: off }
          b: { player: ../presets/demo/deck-a.wav, loop: on, play: off }
        sends: [ { to: hall } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -20, attack_seconds: 0.1, release_seconds: 0.1 }
        source: { jack: [ "voice:out" ] }
        sends: [ { to: hall } ]
    """

  private static let signals = "signals: { \"radio:out\": tone 440, \"call:out\": tone 440 }\n"

  @Test(
    "another program is a session of the rig: it is interrupted, turned down and mixed as any other",
    .proves("PLY-01", "PLY-02", "PLY-03", "PLY-A1", at: .offline)
  )
  func otherProgram() throws {
    let story =
      Self.signals + """
        events:
          - { at: 0, activate: radio }
          - { at: 1, activate: game }
          - { at: 2, activate: voice }
          - { at: 3, deactivate: voice }
          - { at: 4, play: decks.a }
          - { at: 5, deactivate: decks }
          - { at: 6, alarm: begin }
          - { at: 7, alarm: end }
        until: 8
        """
    let simulation = try StoryBook.open().simulate(Self.rig, story)
    let sound = try StoryBook.open().listen(to: simulation)
    let full = try sound.peak("radio", 0.5..<1)
    #expect(full > 0.2)
    let beside = try sound.peak("hall", 1.1..<2)
    let (ducked, back) = try (sound.peak("hall", 2.2..<3), sound.peak("hall", 3.3..<4))
    #expect(beside == back, "a game over it changes nothing, and a duck is gone without a trace")
    #expect(abs(ducked / beside - 0.1) < 0.001, "20 dB down, as any other session")
    #expect(try sound.isSilent("radio", 4.1..<5), "playback that does not mix excludes it")
    #expect(try sound.peak("radio", 5.1..<6) == full, "and it comes back by itself")
    #expect(try sound.isSilent("radio", 6.1..<7), "nothing is exempt from an alarm")
    #expect(try sound.peak("radio", 7.1..<8) == full)
    let log = simulation.report.text
    #expect(log.contains("radio     notified: interrupted, another session"))
  }

  @Test(
    "the phone is as loud while a session turns all others down as before, to the bit",
    .proves("DUCK-08", "DUCK-A1", at: .offline)
  )
  func phoneIsNotDucked() throws {
    func call(_ events: String) throws -> Sound {
      try StoryBook.open().listen(
        toRig: Self.rig,
        Self.signals + "events:\n  - { at: 0, phone: begin }\n" + events + "until: 3\n"
      )
    }
    let alone = try call("").samples("hall", 0.5..<3)
    let beside = try call(
      "  - { at: 1, activate: radio }\n  - { at: 1, deactivate: radio }\n"
        + "  - { at: 1, activate: voice }\n  - { at: 2, deactivate: voice }\n"
    )
    #expect(try beside.samples("hall", 1.5..<3) == alone.suffix(72_000))
    #expect((alone.max() ?? 0) > 0.2)
  }

  @Test(
    "players of one session play beside each other, whoever begins, and are interrupted as one",
    .proves("PLY-04", "INT-A4", "INT-23", at: .simulator)
  )
  func playersOfOneSession() throws {
    let story = """
      events:
        - { at: 0, play: decks.a }
        - { at: 1, play: decks.b }
        - { at: 2, play: decks.a }
        - { at: 3, phone: ring }
        - { at: 4, phone: decline }
        - { at: 5, pause: decks.b }
        - { at: 6, phone: ring }
        - { at: 7, phone: decline }
      until: 8
      """
    let report = try StoryBook.open().simulate(Self.rig, story).report
    let log = report.text
    #expect(
      log.components(separatedBy: "notified: interrupted").count == 3,
      "twice by the phone, no more"
    )
    #expect(log.contains("(decks.a stops at 3.020 s of its file)"))
    #expect(log.contains("(decks.b stops at 2.020 s of its file)"))
    #expect(log.contains("(decks.a plays from 3.020 s of its file)"))
    #expect(log.contains("(decks.b plays from 2.020 s of its file)"))
    // A player that its user has paused stays so when the session comes back.
    let end = log.components(separatedBy: "7.000").last ?? ""
    #expect(end.contains("(decks.a plays from ") && !end.contains("(decks.b plays from "))
  }

  @Test("a day without a word takes no activation away", .proves("ACT-12", at: .simulator))
  func idle() throws {
    let story = """
      events:
        - { at: 0, activate: game }
        - { at: 0, activate: radio }
        - { at: 86400, silent: on }
      until: 86400
      """
    let report = try StoryBook.open().simulate(Self.rig, story).report
    #expect(report.entries.count { $0.at.value > 0 } == 1, "nothing happens by itself")
    for id in ["game", "radio"] {
      let row = try #require(report.text.split(separator: "\n").first { $0.hasPrefix("  \(id) ") })
      #expect(row.contains(" active "))
    }
  }

  @Test(
    "a session by a former name of its category goes through a day as by the present one",
    .proves("ALI-01", "ALI-02", "ALI-03", at: .simulator),
    arguments: [("uiSounds", "ambient"), ("liveAudio", "playback")]
  )
  func aliases(_ alias: String, _ category: String) throws {
    func log(_ name: String, _ mixes: Bool) throws -> String {
      let options = mixes ? "options: [ mixWithOthers ]" : "resume: ifPlaying"
      return try StoryBook.open().simulate(
        """
        routes:
          hall: { role: speaker, channels: 2 }
          phones: { role: headphones, channels: 2 }
          mic: { role: mic, channels: 1 }
        sessions:
          music: { category: playback, active: on, source: { jack: [ "x:out" ] }, sends: [ { to: currentRoute } ] }
          it: { category: \(name), \(options), source: { player: ../presets/demo/deck-a.wav }, sends: [ { to: currentRoute } ] }
          voice: { category: playback, options: [ duckOthers ], source: { jack: [ "y:out" ] }, sends: [ { to: currentRoute } ] }
        """,
        """
        unplugged: [ phones ]
        events:
          - { at: 0, prepare: it }
          - { at: 0, record: it }
          - { at: 1, play: it }
          - { at: 2, silent: on }
          - { at: 3, silent: off }
          - { at: 4, lock: on }
          - { at: 5, lock: off }
          - { at: 6, activate: voice }
          - { at: 7, plug: phones }
          - { at: 8, unplug: phones }
          - { at: 9, play: it }
          - { at: 10, set_category: { session: it, category: playAndRecord } }
          - { at: 11, phone: ring }
          - { at: 12, phone: accept }
          - { at: 13, phone: end }
          - { at: 14, server: killed }
          - { at: 15, server: returned }
          - { at: 16, quit: it }
          - { at: 17, launch: it }
          - { at: 18, override_output: { session: it, output: speaker } }
        until: 20
        """
      ).report.text
    }
    for mixes in category == "playback" ? [false, true] : [false] {
      let plain = try log(category, mixes)
      #expect(try log(alias, mixes) == plain)
      #expect(plain.components(separatedBy: "it        ").count > 10, "much happens to it")
    }
  }

  @Test(
    "a category for when others are heard is chosen once, when the session is loaded",
    .proves("CHG-10", at: .simulator)
  )
  func besideOthers() throws {
    let rig = """
      routes: { hall: { role: speaker, channels: 2 } }
      sessions:
        game:
          category: soloAmbient
          when_other_audio_playing: ambient
          source: { jack: [ "x:out" ] }
          sends: [ { to: hall } ]
        music: { category: playback, source: { jack: [ "y:out" ] }, sends: [ { to: hall } ] }
      """
    let story = """
      events:
        - { at: 1, activate: music }
        - { at: 2, activate: game }
        - { at: 3, quit: game }
        - { at: 4, activate: music }
        - { at: 5, launch: game }
        - { at: 6, activate: game }
        - { at: 7, deactivate: music }
        - { at: 8, deactivate: game }
        - { at: 9, activate: music }
        - { at: 10, activate: game }
      until: 11
      """
    let tower = try StoryBook.open().simulate(rig, story).report.text
    let blocks = tower.components(separatedBy: "\n\n")
    func block(_ time: String) -> String { blocks.first { $0.hasPrefix(time) } ?? "" }
    #expect(block("2.000").contains("music     notified: interrupted"), "nobody was heard at load")
    #expect(block("5.000").contains("game is loaded, ambient"))
    #expect(!block("6.000").contains("music "), "it mixes")
    #expect(!block("10.000").contains("music "), "as it was loaded, whoever has played meanwhile")
  }
}
