// SPDX-License-Identifier: Apache-2.0
// Who is turned down by whom, and who never is: each session and the phone on an output of its own.

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
        sends: [ { to: c } ]
      second:
        category: playback
        options: [ duckOthers ]
        ducked_by_announcers: off
        resume: never
        duck: { level_db: -20, attack_seconds: 0.02, release_seconds: 0.02 }
        source: { jack: [ "voices:out_4" ] }
        sends: [ { to: d } ]
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
      // Who begins now begins turned down, and never is louder.
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
      // What it is told of the outputs that were plugged in may come late.
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
}
