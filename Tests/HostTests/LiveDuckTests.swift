// SPDX-License-Identifier: Apache-2.0
// Which session is turned down by which, and which never is: each session and the phone on an
// output of its own, where ducks turn others down because the ducking sessions are sent there, too,
// at no level.

import ControlProtocol
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("Ducks on a live rig", .serialized)
struct LiveDuckTests {
  private static let voices = ["music", "late", "voice", "second", "phone"]

  private static let preset = """
    tarmac: 1
    routes:
      a: { role: lineOut, ports: [ "a:in_1" ] }
      b: { role: lineOut, ports: [ "b:in_1" ] }
      c: { role: lineOut, ports: [ "c:in_1" ] }
      d: { role: lineOut, ports: [ "d:in_1" ] }
      e: { role: lineOut, ports: [ "e:in_1" ] }
    rig: { call_allows_playback: on }
    interrupters:
      phone: { source: { jack: [ "voices:out_5" ] }, sends: [ { to: e } ] }
    sessions:
      music:
        category: playback
        active: true
        resume: never
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: a } ]
      late:
        category: ambient
        resume: never
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: b } ]
      voice:
        category: playback
        options: [ duckOthers ]
        ducked_by_announcers: off
        resume: never
        duck: { level_db: -14, attack_seconds: 0.02, release_seconds: 0.02 }
        source: { jack: [ "voices:out_3" ] }
        sends: [ { to: c }, { to: a, level_db: -inf }, { to: b, level_db: -inf }, { to: d, level_db: -inf } ]
      second:
        category: playback
        options: [ duckOthers ]
        ducked_by_announcers: off
        resume: never
        duck: { level_db: -20, attack_seconds: 0.02, release_seconds: 0.02 }
        source: { jack: [ "voices:out_4" ] }
        sends: [ { to: d }, { to: a, level_db: -inf }, { to: b, level_db: -inf }, { to: c, level_db: -inf } ]
    """

  @Test(
    "reach who begins during them, make way for the last announcer, and leave the phone alone",
    .proves(
      "DUCK-01",
      "DUCK-02",
      "DUCK-08",
      "DUCK-09",
      "DUCK-A1",
      "DUCK-A2",
      "ANC-ACT-03",
      at: .live
    )
  )
  func ducks() async throws {
    try await LiveStage.run(
      Self.preset,
      voices: Self.voices,
      outputs: ["a", "b", "c", "d", "e"]
    ) { stage in
      let (duck, deeper) = (LinearGain(Decibels(-14)).factor, LinearGain(Decibels(-20)).factor)
      func hear(_ gains: [Float]) throws {
        let levels = zip(Self.voices, gains).map { stage.level(of: $0) * $1 }
        try stage.hears(Dictionary(uniqueKeysWithValues: zip(["a", "b", "c", "d", "e"], levels)))
      }
      try hear([1, 0, 0, 0, 0])
      try stage.ask(ActivateRequest(session: "voice"))
      try hear([duck, 0, 1, 0, 0])
      // A session that begins now begins turned down, and is never louder.
      let floor = stage.level(of: "late") * duck
      let heard = try #require(
        try stage.listen { try stage.ask(ActivateRequest(session: "late")) }["b"]
      )
      #expect(heard.last == floor && heard.allSatisfy { 0 <= $0 && $0 <= floor })
      // The announcer that comes last is heard in full, over the one before as over all others.
      try stage.ask(ActivateRequest(session: "second"))
      try hear([deeper, deeper, deeper, 1, 0])
      try stage.ask(DeactivateRequest(session: "second"))
      try hear([duck, duck, 1, 0, 0])
      try stage.ask(DeactivateRequest(session: "voice"))
      try hear([1, 1, 0, 0, 0])
      // Notifications about the outputs that were plugged in may arrive late.
      let told = stage.diary.told("music").filter {
        guard case .routeChanged(.newDeviceAvailable, _, _) = $0 else { return true }
        return false
      }
      #expect(told.isEmpty, "a duck tells nothing")

      try stage.ask(InterruptRingRequest(interrupter: "phone"))
      try stage.ask(InterruptAcceptRequest(interrupter: "phone"))
      try hear([0, 0, 0, 0, 1])
      let phone = try #require(
        try stage.listen { try stage.ask(ActivateRequest(session: "voice")) }["e"]
      )
      #expect(phone.allSatisfy { $0 == stage.level(of: "phone") })
      try hear([0, 0, 1, 0, 1])
    }
  }

  private static let zones = """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "hall:in_1" ] }
      foyer: { role: lineOut, ports: [ "foyer:in_1" ] }
      bar: { role: lineOut, ports: [ "bar:in_1" ] }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: hall }, { to: foyer } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, attack_seconds: 0.02, release_seconds: 0.02 }
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: foyer }, { to: bar, level_db: -inf } ]
      bed:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { jack: [ "voices:out_3" ] }
        sends: []
      bus:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { session: bed, tap: post }
        sends: [ { to: bar } ]
    """

  @Test(
    "act where both are heard, and once on the way through sessions that hear sessions",
    .proves("DUCK-A3", "DUCK-A4", at: .live)
  )
  func places() async throws {
    try await LiveStage.run(
      Self.zones,
      voices: ["music", "voice", "bed"],
      outputs: ["hall", "foyer", "bar"]
    ) { stage in
      let duck = LinearGain(Decibels(-14)).factor
      let (music, bed) = (stage.level(of: "music"), stage.level(of: "bed"))
      try stage.hears(["hall": music, "foyer": music, "bar": bed])
      for _ in 0..<2 {
        try stage.ask(ActivateRequest(session: "voice"))
        try stage.hears([
          "hall": music, "foyer": music * duck + stage.level(of: "voice"), "bar": bed * duck,
        ])
        // A value that the user sets meanwhile stays as he has set it.
        _ = try stage.tarmac.command("set", "music.fader_db", "-6")
        let half = music * LinearGain(Decibels(-6)).factor
        try stage.hears(["hall": half])
        _ = try stage.tarmac.command("set", "music.fader_db", "0")
        try stage.ask(DeactivateRequest(session: "voice"))
        try stage.hears(["hall": music, "foyer": music, "bar": bed])
      }
    }
  }
}
